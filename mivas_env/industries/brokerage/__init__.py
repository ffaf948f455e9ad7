"""The brokerage industry: the policy pack and the output contract of a support desk in writing."""
