-- Questions to a fleet, as views: one text for DuckDB and ClickHouse (https://duckdb.org, https://clickhouse.com).
-- Run it after schema.duckdb.sql or schema.clickhouse.sql; `select * from worst_machines limit 20` then answers.
--
-- A quantile is the smallest value that the share p of all values does not exceed, as everywhere in bench: its rank is
-- the least whole number that is p * n or more. With fewer than 1 / (1 - p) values it is withheld (NULL).

-- Callbacks that count: not those of the warm-up, of a clock event or of a run that failed.
create or replace view measured as
select * from ticks
where warmup = 0 and (recording, run) not in (select recording, run from runs where status = 'failed');

-- Quantiles of lateness from rows, exact ------------------------------------------------------------------------------

create or replace view lateness_counts as
select machine, timer, interval_ns, leeway_ns, load, timers, lateness_ns as value_ns, count(*) as times
from measured
group by machine, timer, interval_ns, leeway_ns, load, timers, lateness_ns;

-- Of each machine and cell.
create or replace view machine_quantiles as
select machine, timer, interval_ns, leeway_ns, load, timers, max(total) as n, min(value_ns) as min_ns,
  min(case when up_to * 2 >= total then value_ns end) as p50_ns,
  case when max(total) >= 10 then min(case when up_to * 10 >= total * 9 then value_ns end) end as p90_ns,
  case when max(total) >= 100 then min(case when up_to * 100 >= total * 99 then value_ns end) end as p99_ns,
  case when max(total) >= 1000 then min(case when up_to * 1000 >= total * 999 then value_ns end) end as p99_9_ns,
  max(value_ns) as max_ns
from (
  select machine, timer, interval_ns, leeway_ns, load, timers, value_ns,
    cast(sum(times) over (partition by machine, timer, interval_ns, leeway_ns, load, timers order by value_ns
      rows between unbounded preceding and current row) as bigint) as up_to,
    cast(sum(times) over (partition by machine, timer, interval_ns, leeway_ns, load, timers) as bigint) as total
  from lateness_counts) as ranked
group by machine, timer, interval_ns, leeway_ns, load, timers;

-- Of each cell, over all machines.
create or replace view fleet_quantiles as
select timer, interval_ns, leeway_ns, load, timers, max(total) as n, min(value_ns) as min_ns,
  min(case when up_to * 2 >= total then value_ns end) as p50_ns,
  case when max(total) >= 10 then min(case when up_to * 10 >= total * 9 then value_ns end) end as p90_ns,
  case when max(total) >= 100 then min(case when up_to * 100 >= total * 99 then value_ns end) end as p99_ns,
  case when max(total) >= 1000 then min(case when up_to * 1000 >= total * 999 then value_ns end) end as p99_9_ns,
  max(value_ns) as max_ns
from (
  select timer, interval_ns, leeway_ns, load, timers, value_ns,
    cast(sum(times) over (partition by timer, interval_ns, leeway_ns, load, timers order by value_ns
      rows between unbounded preceding and current row) as bigint) as up_to,
    cast(sum(times) over (partition by timer, interval_ns, leeway_ns, load, timers) as bigint) as total
  from (select timer, interval_ns, leeway_ns, load, timers, lateness_ns as value_ns, count(*) as times
    from measured group by timer, interval_ns, leeway_ns, load, timers, lateness_ns) as counted) as ranked
group by timer, interval_ns, leeway_ns, load, timers;

-- Quantiles of lateness from merged histograms, within 1 % -----------------------------------------------------------
-- A value is the middle of its bin, but neither below the least nor above the greatest one: as bench reads a histogram.

create or replace view extremes as
select machine, timer, interval_ns, leeway_ns, load, timers, min(min_ns) as least_ns, max(max_ns) as most_ns
from runs where status <> 'failed' and n > 0
group by machine, timer, interval_ns, leeway_ns, load, timers;

create or replace view machine_histogram_quantiles as
select ranked.machine as machine, ranked.timer as timer, ranked.interval_ns as interval_ns,
  ranked.leeway_ns as leeway_ns, ranked.load as load, ranked.timers as timers, max(total) as n, min(least_ns) as min_ns,
  least(greatest(min(case when up_to * 2 >= total then value_ns end), min(least_ns)), max(most_ns)) as p50_ns,
  case when max(total) >= 10 then
    least(greatest(min(case when up_to * 10 >= total * 9 then value_ns end), min(least_ns)), max(most_ns)) end as p90_ns,
  case when max(total) >= 100 then
    least(greatest(min(case when up_to * 100 >= total * 99 then value_ns end), min(least_ns)), max(most_ns)) end as p99_ns,
  case when max(total) >= 1000 then
    least(greatest(min(case when up_to * 1000 >= total * 999 then value_ns end), min(least_ns)), max(most_ns)) end as p99_9_ns,
  max(most_ns) as max_ns
from (
  select machine, timer, interval_ns, leeway_ns, load, timers, value_ns,
    cast(sum(times) over (partition by machine, timer, interval_ns, leeway_ns, load, timers order by value_ns
      rows between unbounded preceding and current row) as bigint) as up_to,
    cast(sum(times) over (partition by machine, timer, interval_ns, leeway_ns, load, timers) as bigint) as total
  from (
    select machine, timer, interval_ns, leeway_ns, load, timers,
      cast(low_ns + floor((high_ns - low_ns) / 2) as bigint) as value_ns, cast(sum(callbacks) as bigint) as times
    from histograms where callbacks > 0
    group by machine, timer, interval_ns, leeway_ns, load, timers, low_ns, high_ns) as bins) as ranked
join extremes on extremes.machine = ranked.machine and extremes.timer = ranked.timer
  and extremes.interval_ns = ranked.interval_ns and extremes.load = ranked.load and extremes.timers = ranked.timers
  and coalesce(extremes.leeway_ns, -1) = coalesce(ranked.leeway_ns, -1)
group by ranked.machine, ranked.timer, ranked.interval_ns, ranked.leeway_ns, ranked.load, ranked.timers;

create or replace view fleet_histogram_quantiles as
select ranked.timer as timer, ranked.interval_ns as interval_ns, ranked.leeway_ns as leeway_ns, ranked.load as load,
  ranked.timers as timers, max(total) as n, min(least_ns) as min_ns,
  least(greatest(min(case when up_to * 2 >= total then value_ns end), min(least_ns)), max(most_ns)) as p50_ns,
  case when max(total) >= 10 then
    least(greatest(min(case when up_to * 10 >= total * 9 then value_ns end), min(least_ns)), max(most_ns)) end as p90_ns,
  case when max(total) >= 100 then
    least(greatest(min(case when up_to * 100 >= total * 99 then value_ns end), min(least_ns)), max(most_ns)) end as p99_ns,
  case when max(total) >= 1000 then
    least(greatest(min(case when up_to * 1000 >= total * 999 then value_ns end), min(least_ns)), max(most_ns)) end as p99_9_ns,
  max(most_ns) as max_ns
from (
  select timer, interval_ns, leeway_ns, load, timers, value_ns,
    cast(sum(times) over (partition by timer, interval_ns, leeway_ns, load, timers order by value_ns
      rows between unbounded preceding and current row) as bigint) as up_to,
    cast(sum(times) over (partition by timer, interval_ns, leeway_ns, load, timers) as bigint) as total
  from (
    select timer, interval_ns, leeway_ns, load, timers,
      cast(low_ns + floor((high_ns - low_ns) / 2) as bigint) as value_ns, cast(sum(callbacks) as bigint) as times
    from histograms where callbacks > 0
    group by timer, interval_ns, leeway_ns, load, timers, low_ns, high_ns) as bins) as ranked
join (
  select timer, interval_ns, leeway_ns, load, timers, min(least_ns) as least_ns, max(most_ns) as most_ns
  from extremes group by timer, interval_ns, leeway_ns, load, timers) as ends
  on ends.timer = ranked.timer and ends.interval_ns = ranked.interval_ns and ends.load = ranked.load
  and ends.timers = ranked.timers and coalesce(ends.leeway_ns, -1) = coalesce(ranked.leeway_ns, -1)
group by ranked.timer, ranked.interval_ns, ranked.leeway_ns, ranked.load, ranked.timers;

-- The worst machines and cells ----------------------------------------------------------------------------------------

-- What is usual for a cell: the median of the figures of its recordings.
create or replace view usual as
select timer, interval_ns, leeway_ns, load, timers, max(all_recordings) as recordings,
  min(case when place50 * 2 >= all_recordings then p50_ns end) as usual_p50_ns,
  min(case when place99 * 2 >= all_recordings then p99_ns end) as usual_p99_ns,
  min(case when place_drift * 2 >= all_recordings then drift_ppm end) as usual_drift_ppm
from (
  select timer, interval_ns, leeway_ns, load, timers, p50_ns, p99_ns, drift_ppm,
    count(*) over (partition by timer, interval_ns, leeway_ns, load, timers) as all_recordings,
    row_number() over (partition by timer, interval_ns, leeway_ns, load, timers order by p50_ns) as place50,
    row_number() over (partition by timer, interval_ns, leeway_ns, load, timers order by p99_ns) as place99,
    row_number() over (partition by timer, interval_ns, leeway_ns, load, timers order by drift_ppm) as place_drift
  from cells where p99_ns is not null and drift_ppm is not null) as placed
group by timer, interval_ns, leeway_ns, load, timers;

-- Each cell of each recording beside what is usual, the worst first.
create or replace view worst_cells as
select cells.machine as machine, cells.recording as recording, cells.timer as timer, cells.interval_ns as interval_ns,
  cells.leeway_ns as leeway_ns, cells.load as load, cells.timers as timers, cells.n as n, cells.p50_ns as p50_ns,
  cells.p99_ns as p99_ns, cells.max_ns as max_ns, cells.missed as missed, usual_p50_ns, usual_p99_ns,
  cells.p50_ns / usual_p50_ns as p50_ratio, cells.p99_ns / usual_p99_ns as p99_ratio
from cells
join usual on usual.timer = cells.timer and usual.interval_ns = cells.interval_ns and usual.load = cells.load
  and usual.timers = cells.timers and coalesce(usual.leeway_ns, -1) = coalesce(cells.leeway_ns, -1)
where cells.p99_ns is not null and usual_p50_ns > 0 and usual_p99_ns > 0
order by p99_ratio desc, machine, timer;

-- Each machine by the mean of its ratios, the worst first.
create or replace view worst_machines as
select machine, count(*) as cells, avg(ratio99) as p99_ratio, max(ratio99) as worst_p99_ratio, avg(ratio50) as p50_ratio,
  sum(all_missed) as missed
from (select machine, p99_ratio as ratio99, p50_ratio as ratio50, missed as all_missed from worst_cells) as ratios
group by machine order by p99_ratio desc, machine;

-- Machines that are slow: twice what is usual, on average over their cells.
create or replace view slow_machines as
select machine, p99_ratio from worst_machines where p99_ratio >= 2;

-- What the environment of the slow ones has in common -----------------------------------------------------------------
-- Each value of each fact: the share of the slow machines that have it, and of the others. What all slow ones have and
-- no other comes first, with a score of 1. Facts that tell a recording from every other are left out.
create or replace view slow_environment as
select key, value, count(distinct case when is_slow = 1 then machine end) as slow,
  count(distinct case when is_slow = 0 then machine end) as others, max(total_slow) as all_slow,
  max(total_others) as all_others,
  count(distinct case when is_slow = 1 then machine end) / greatest(max(total_slow), 1)
    - count(distinct case when is_slow = 0 then machine end) / greatest(max(total_others), 1) as score
from (
  select machine, key, value, case when machine in (select machine from slow_machines) then 1 else 0 end as is_slow,
    (select count(*) from slow_machines) as total_slow,
    (select count(distinct machine) from facts) - (select count(*) from slow_machines) as total_others
  from facts where key not in ('machine', 'started', 'seed', 'command_line')) as told
group by key, value order by score desc, key, value;

-- Before and after -----------------------------------------------------------------------------------------------------
-- Machines that were measured under two values of a fact: each value in turn with the next, in the order of time.

create or replace view kernel_changes as
select earlier, later, timer, interval_ns, leeway_ns, load, timers, count(*) as machines,
  avg(ratio50) as p50_ratio, avg(ratio99) as p99_ratio,
  sum(case when ratio99 > 1 then 1 else 0 end) as worse
from (
  select machine, timer, interval_ns, leeway_ns, load, timers, kernel as later, p50_ns / earlier_p50_ns as ratio50,
    p99_ns / earlier_p99_ns as ratio99, earlier
  from (
    select machine, timer, interval_ns, leeway_ns, load, timers, kernel, p50_ns, p99_ns,
      first_value(kernel) over (partition by machine, timer, interval_ns, leeway_ns, load, timers order by started
        rows between 1 preceding and 1 preceding) as earlier,
      first_value(p50_ns) over (partition by machine, timer, interval_ns, leeway_ns, load, timers order by started
        rows between 1 preceding and 1 preceding) as earlier_p50_ns,
      first_value(p99_ns) over (partition by machine, timer, interval_ns, leeway_ns, load, timers order by started
        rows between 1 preceding and 1 preceding) as earlier_p99_ns
    from cells where p99_ns > 0 and p50_ns > 0) as pairs
  where earlier_p99_ns > 0 and earlier_p50_ns > 0 and earlier <> kernel) as changes
group by earlier, later, timer, interval_ns, leeway_ns, load, timers
order by p99_ratio desc;

create or replace view swift_changes as
select earlier, later, timer, interval_ns, leeway_ns, load, timers, count(*) as machines,
  avg(ratio50) as p50_ratio, avg(ratio99) as p99_ratio,
  sum(case when ratio99 > 1 then 1 else 0 end) as worse
from (
  select machine, timer, interval_ns, leeway_ns, load, timers, swift_version as later,
    p50_ns / earlier_p50_ns as ratio50, p99_ns / earlier_p99_ns as ratio99, earlier
  from (
    select machine, timer, interval_ns, leeway_ns, load, timers, swift_version, p50_ns, p99_ns,
      first_value(swift_version) over (partition by machine, timer, interval_ns, leeway_ns, load, timers
        order by started rows between 1 preceding and 1 preceding) as earlier,
      first_value(p50_ns) over (partition by machine, timer, interval_ns, leeway_ns, load, timers order by started
        rows between 1 preceding and 1 preceding) as earlier_p50_ns,
      first_value(p99_ns) over (partition by machine, timer, interval_ns, leeway_ns, load, timers order by started
        rows between 1 preceding and 1 preceding) as earlier_p99_ns
    from cells where p99_ns > 0 and p50_ns > 0) as pairs
  where earlier_p99_ns > 0 and earlier_p50_ns > 0 and earlier <> swift_version) as changes
group by earlier, later, timer, interval_ns, leeway_ns, load, timers
order by p99_ratio desc;

-- Drift outliers ---------------------------------------------------------------------------------------------------------
-- Cells whose 95 % interval of the drift leaves out what is usual, and whose drift is farther from it than five times
-- the median of such distances.
create or replace view drift_distances as
select cells.machine as machine, cells.recording as recording, cells.timer as timer, cells.interval_ns as interval_ns,
  cells.leeway_ns as leeway_ns, cells.load as load, cells.timers as timers, drift_ppm, drift_low_ppm, drift_high_ppm,
  usual_drift_ppm, abs(drift_ppm - usual_drift_ppm) as distance_ppm
from cells
join usual on usual.timer = cells.timer and usual.interval_ns = cells.interval_ns and usual.load = cells.load
  and usual.timers = cells.timers and coalesce(usual.leeway_ns, -1) = coalesce(cells.leeway_ns, -1)
where drift_ppm is not null;

create or replace view drift_outliers as
select machine, recording, timer, interval_ns, leeway_ns, load, timers, drift_ppm, drift_low_ppm, drift_high_ppm,
  usual_drift_ppm, median_distance_ppm
from (
  select machine, recording, timer, interval_ns, leeway_ns, load, timers, drift_ppm, drift_low_ppm, drift_high_ppm,
    usual_drift_ppm, distance_ppm,
    min(case when place * 2 >= recordings then distance_ppm end)
      over (partition by timer, interval_ns, leeway_ns, load, timers) as median_distance_ppm
  from (
    select machine, recording, timer, interval_ns, leeway_ns, load, timers, drift_ppm, drift_low_ppm, drift_high_ppm,
      usual_drift_ppm, distance_ppm,
      count(*) over (partition by timer, interval_ns, leeway_ns, load, timers) as recordings,
      row_number() over (partition by timer, interval_ns, leeway_ns, load, timers order by distance_ppm) as place
    from drift_distances) as placed) as judged
where distance_ppm > 5 * median_distance_ppm and (drift_low_ppm > usual_drift_ppm or drift_high_ppm < usual_drift_ppm)
order by distance_ppm desc;
