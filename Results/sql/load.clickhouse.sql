-- Loads what `bench export --table TABLE` wrote into FILE, which may be a pattern: 'ticks-*.csv', or '/dev/stdin' for a pipe.
-- From an object store: from s3('https://BUCKET/ticks/*/*.csv.zst', CSVWithNames) in place of file(…).
-- Ticks and histograms are exported with --facts started. A fact that is unknown becomes an empty text.
insert into TABLE select * from file('FILE', CSVWithNames) settings date_time_input_format = 'best_effort';
