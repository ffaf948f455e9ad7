-- The dermatology front desk's database. It is copied for every call, so it stays small:
-- text-keyed tables of short rows carry no rowid (long rows would spill out of small pages),
-- there are no secondary indexes, notes are short.
-- Money is in cents. A local wall time is 'YYYY-MM-DDTHH:MM', a day is 'YYYY-MM-DD'.
-- Flags are 0 or 1; a nullable flag that is NULL means "the record cannot say".
PRAGMA page_size = 1024;

-- ---------------------------------------------------------------- catalog (never written)

CREATE TABLE locations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  zip TEXT NOT NULL CHECK (length(zip) = 5),
  city TEXT NOT NULL,
  state TEXT NOT NULL CHECK (length(state) = 2),
  address TEXT NOT NULL,
  floor TEXT NOT NULL,
  suite TEXT NOT NULL,
  hours TEXT NOT NULL,
  services TEXT NOT NULL,
  transit TEXT NOT NULL,
  parking TEXT NOT NULL,
  cosmetic INTEGER NOT NULL CHECK (cosmetic IN (0, 1))
) STRICT;

CREATE TABLE providers (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  credentials TEXT NOT NULL,
  md INTEGER NOT NULL CHECK (md IN (0, 1)),
  location_id TEXT NOT NULL REFERENCES locations (id),
  focus TEXT NOT NULL,
  cosmetic INTEGER NOT NULL CHECK (cosmetic IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE TABLE appointment_types (
  code TEXT PRIMARY KEY,
  label TEXT NOT NULL,
  duration_min INTEGER NOT NULL CHECK (duration_min BETWEEN 10 AND 300),
  md_only INTEGER NOT NULL CHECK (md_only IN (0, 1)),
  cancel_window_hours INTEGER NOT NULL CHECK (cancel_window_hours IN (24, 72)),
  late_fee_cents INTEGER NOT NULL CHECK (late_fee_cents > 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE allergy_services (
  service TEXT PRIMARY KEY,
  appointment_type_code TEXT NOT NULL REFERENCES appointment_types (code),
  prep TEXT NOT NULL,
  observation_min INTEGER NOT NULL CHECK (observation_min >= 0),
  linked_visits TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE cosmetic_prices (
  service TEXT PRIMARY KEY,
  low_cents INTEGER NOT NULL CHECK (low_cents > 0),
  high_cents INTEGER NOT NULL,
  note TEXT NOT NULL,
  CHECK (high_cents > low_cents)
) STRICT, WITHOUT ROWID;

CREATE TABLE medications (
  name TEXT PRIMARY KEY,
  route TEXT NOT NULL CHECK (route IN (
    'routed_to_provider', 'isotretinoin_program', 'biologic_coordinator', 'controlled_substance')),
  hard_stop INTEGER NOT NULL CHECK (hard_stop IN (0, 1)),
  note TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE plan_acceptance (
  id INTEGER PRIMARY KEY,
  carrier TEXT NOT NULL CHECK (carrier IN (
    'aetna', 'unitedhealthcare', 'cigna', 'bcbs', 'medicare', 'medicaid', 'oscar_health', 'other')),
  location_id TEXT NOT NULL REFERENCES locations (id),
  provider_id TEXT REFERENCES providers (id),
  accepted INTEGER CHECK (accepted IN (0, 1)),
  referral_required INTEGER CHECK (referral_required IN (0, 1)),
  note TEXT NOT NULL
) STRICT;

CREATE TABLE published_policies (
  topic TEXT PRIMARY KEY,
  body TEXT NOT NULL
) STRICT;

-- ---------------------------------------------------------------- people and their records

CREATE TABLE patients (
  id TEXT PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  dob TEXT NOT NULL CHECK (length(dob) = 10),
  zip TEXT NOT NULL CHECK (length(zip) = 5),
  phone_e164 TEXT NOT NULL CHECK (phone_e164 GLOB '+1[2-9]*' AND length(phone_e164) = 12),
  home_office_id TEXT NOT NULL REFERENCES locations (id),
  language TEXT NOT NULL CHECK (language IN ('en', 'es')),
  balance_cents INTEGER NOT NULL CHECK (balance_cents >= 0),
  carrier TEXT CHECK (carrier IN (
    'aetna', 'unitedhealthcare', 'cigna', 'bcbs', 'medicare', 'medicaid', 'oscar_health', 'other')),
  member_id TEXT,
  plan_name TEXT,
  portal_active INTEGER NOT NULL CHECK (portal_active IN (0, 1)),
  second_factor_required INTEGER NOT NULL CHECK (second_factor_required IN (0, 1)),
  CHECK ((carrier IS NULL) = (member_id IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE representatives (
  patient_id TEXT NOT NULL REFERENCES patients (id),
  person_name TEXT NOT NULL,
  relation TEXT NOT NULL CHECK (relation IN (
    'guardian', 'parent', 'spouse', 'child', 'grandparent', 'sibling', 'caregiver')),
  authorised INTEGER NOT NULL CHECK (authorised IN (0, 1)),
  PRIMARY KEY (patient_id, person_name)
) STRICT, WITHOUT ROWID;

CREATE TABLE clinical_flags (
  patient_id TEXT NOT NULL REFERENCES patients (id),
  flag TEXT NOT NULL,
  PRIMARY KEY (patient_id, flag)
) STRICT, WITHOUT ROWID;

CREATE TABLE eligibility (
  carrier TEXT NOT NULL,
  member_id TEXT NOT NULL,
  dob TEXT NOT NULL CHECK (length(dob) = 10),
  plan_name TEXT NOT NULL,
  payer_status TEXT NOT NULL CHECK (payer_status IN ('active', 'inactive', 'unavailable')),
  copay_cents INTEGER CHECK (copay_cents >= 0),
  deductible_remaining_cents INTEGER CHECK (deductible_remaining_cents >= 0),
  coinsurance_pct INTEGER CHECK (coinsurance_pct BETWEEN 0 AND 100),
  PRIMARY KEY (carrier, member_id),
  CHECK ((payer_status = 'active') = (copay_cents IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients (id),
  order_type TEXT NOT NULL CHECK (order_type IN ('pathology', 'lab', 'allergy')),
  name TEXT NOT NULL,
  ordered_on TEXT NOT NULL CHECK (length(ordered_on) = 10),
  provider_id TEXT NOT NULL REFERENCES providers (id),
  status TEXT NOT NULL CHECK (status IN (
    'collected', 'in_process', 'resulted_pending_review', 'reviewed_and_released'))
) STRICT, WITHOUT ROWID;

CREATE TABLE prescriptions (
  id TEXT PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients (id),
  medication TEXT NOT NULL,
  on_formulary INTEGER NOT NULL CHECK (on_formulary IN (0, 1)),
  last_written TEXT NOT NULL CHECK (length(last_written) = 10),
  provider_id TEXT NOT NULL REFERENCES providers (id)
) STRICT, WITHOUT ROWID;

-- The lines of one patient add up to patients.balance_cents, also after a write.
CREATE TABLE account_lines (
  patient_id TEXT NOT NULL REFERENCES patients (id),
  line_item_id TEXT NOT NULL CHECK (line_item_id GLOB 'li_[a-z]*'),
  description TEXT NOT NULL,
  service_date TEXT NOT NULL CHECK (length(service_date) = 10),
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  waivable INTEGER NOT NULL CHECK (waivable IN (0, 1)),
  explanation TEXT NOT NULL,
  PRIMARY KEY (patient_id, line_item_id)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------- the calendar

-- kind 'visit' is offered for booking; kind 'allergy' is the injection and challenge clinic.
CREATE TABLE slots (
  id TEXT PRIMARY KEY,
  location_id TEXT NOT NULL REFERENCES locations (id),
  provider_id TEXT NOT NULL REFERENCES providers (id),
  kind TEXT NOT NULL CHECK (kind IN ('visit', 'allergy')),
  start TEXT NOT NULL CHECK (length(start) = 16),
  "end" TEXT NOT NULL CHECK (length("end") = 16),
  status TEXT NOT NULL CHECK (status IN ('open', 'held', 'booked')),
  CHECK ("end" > start)
) STRICT, WITHOUT ROWID;

CREATE TABLE appointments (
  id INTEGER PRIMARY KEY,
  patient_id TEXT REFERENCES patients (id),
  new_patient_name TEXT,
  new_patient_dob TEXT,
  new_patient_phone TEXT,
  location_id TEXT NOT NULL REFERENCES locations (id),
  provider_id TEXT NOT NULL REFERENCES providers (id),
  appointment_type_code TEXT NOT NULL REFERENCES appointment_types (code),
  start TEXT NOT NULL CHECK (length(start) = 16),
  "end" TEXT NOT NULL CHECK (length("end") = 16),
  slot_id TEXT REFERENCES slots (id),
  description TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('booked', 'cancelled', 'completed')),
  created_at TEXT NOT NULL CHECK (length(created_at) = 16),
  CHECK ("end" > start),
  CHECK (patient_id IS NULL OR new_patient_name IS NULL)
) STRICT;

CREATE TABLE waitlist (
  id INTEGER PRIMARY KEY,
  patient_id TEXT REFERENCES patients (id),
  new_patient_name TEXT,
  new_patient_dob TEXT,
  new_patient_phone TEXT,
  appointment_type_code TEXT NOT NULL REFERENCES appointment_types (code),
  location_ids TEXT NOT NULL,
  earliest TEXT NOT NULL CHECK (length(earliest) = 10),
  latest TEXT CHECK (length(latest) = 10 AND latest >= earliest),
  created_at TEXT NOT NULL CHECK (length(created_at) = 16),
  CHECK (patient_id IS NULL OR new_patient_name IS NULL)
) STRICT;

-- ---------------------------------------------------------------- one table per effect

CREATE TABLE deposits (
  id INTEGER PRIMARY KEY,
  appointment_id INTEGER NOT NULL REFERENCES appointments (id),
  patient_id TEXT REFERENCES patients (id),
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  status TEXT NOT NULL CHECK (status IN ('due', 'paid', 'forfeited', 'returned', 'void')),
  created_at TEXT NOT NULL
) STRICT;

-- A move is free; inside_window 1 means that a later cancellation still owes the late fee.
CREATE TABLE visit_moves (
  id INTEGER PRIMARY KEY,
  appointment_id INTEGER NOT NULL REFERENCES appointments (id),
  patient_id TEXT NOT NULL REFERENCES patients (id),
  from_start TEXT NOT NULL CHECK (length(from_start) = 16),
  to_start TEXT NOT NULL CHECK (length(to_start) = 16),
  inside_window INTEGER NOT NULL CHECK (inside_window IN (0, 1)),
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE fee_charges (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients (id),
  appointment_id INTEGER NOT NULL REFERENCES appointments (id),
  line_item_id TEXT NOT NULL,
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE insurance_updates (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients (id),
  carrier TEXT NOT NULL,
  member_id TEXT NOT NULL,
  group_number TEXT,
  subscriber_relationship TEXT CHECK (
    subscriber_relationship IN ('self', 'spouse', 'child', 'other')),
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE payment_links (
  id INTEGER PRIMARY KEY,
  patient_id TEXT REFERENCES patients (id),
  purpose TEXT NOT NULL CHECK (purpose IN ('balance', 'deposit')),
  mobile_e164 TEXT NOT NULL,
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE waiver_requests (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients (id),
  line_item_id TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE callbacks (
  id INTEGER PRIMARY KEY,
  patient_id TEXT REFERENCES patients (id),
  callback_number TEXT NOT NULL,
  queue TEXT NOT NULL CHECK (queue IN ('billing', 'clinical', 'front_desk', 'cosmetic', 'records')),
  priority TEXT NOT NULL CHECK (priority IN ('stat', 'urgent', 'routine')),
  sla_hours INTEGER NOT NULL CHECK (sla_hours > 0),
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE clinical_messages (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients (id),
  category TEXT NOT NULL CHECK (category IN (
    'nurse_question', 'results_followup', 'rx_question', 'other')),
  priority TEXT NOT NULL CHECK (priority IN ('stat', 'urgent', 'routine')),
  callback_number TEXT,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE refill_requests (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients (id),
  medication_name TEXT NOT NULL REFERENCES medications (name),
  route TEXT NOT NULL,
  hard_stop INTEGER NOT NULL CHECK (hard_stop IN (0, 1)),
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE portal_activations (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients (id),
  channel TEXT NOT NULL CHECK (channel IN ('sms', 'email')),
  expires_at TEXT NOT NULL CHECK (length(expires_at) = 16),
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE text_messages (
  id INTEGER PRIMARY KEY,
  patient_id TEXT REFERENCES patients (id),
  appointment_id INTEGER REFERENCES appointments (id),
  mobile_e164 TEXT NOT NULL,
  template_id TEXT NOT NULL CHECK (template_id IN ('appointment_confirmation')),
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE transfers (
  id INTEGER PRIMARY KEY,
  patient_id TEXT REFERENCES patients (id),
  destination TEXT NOT NULL CHECK (destination IN (
    'patient_support_center', 'billing_team', 'location_front_desk', 'cosmetic_coordinator',
    'clinical_triage', 'records', 'on_call')),
  reason TEXT NOT NULL CHECK (reason IN (
    'caller_request', 'clinical_emergency', 'identity_locked', 'other')),
  created_at TEXT NOT NULL
) STRICT;
