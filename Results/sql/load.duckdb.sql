-- Loads what `bench export --table TABLE` wrote into FILE, which may be a pattern: 'ticks-*.csv', 's3://fleet/ticks/*/*.csv'
-- (after `install httpfs; load httpfs;`), or '/dev/stdin' for a pipe. Ticks and histograms are exported with --facts started.
copy TABLE from 'FILE' (format csv, header, delim ',', quote '"', escape '"');
