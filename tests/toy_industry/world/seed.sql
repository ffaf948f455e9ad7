INSERT INTO bikes VALUES (1, 'Ines Calloway', 'Tourer', 'shop_mill');
INSERT INTO bikes VALUES (2, 'Ruben Calloway', 'Folder', 'shop_quay');
INSERT INTO repairs VALUES (1, 2, 'shop_quay', '2026-05-06', 'brake', 'squeaks');
