-- The tables of `bench export` for ClickHouse, on one machine; docs/fleet.md says what changes on a cluster.
--
-- Partitions: rows and bins by the day on which the recording began, so that the oldest day is dropped as a whole (`ttl`)
-- and a load touches few parts; runs and cells, a thousandth of the size, by month.
-- Sort keys: nearly every question is about one cell over many machines, so the cell comes first: its columns have few
-- values, which compress to nothing, and a query reads only the granules of its cell. Then the machine, so that one
-- machine is a short stretch; then time, which makes neighbouring values alike. leeway_ns can be unknown and is therefore
-- in no key but that of cells, as a number.
-- A recording that is loaded twice is the same rows twice: ReplacingMergeTree leaves one of each when parts are merged
-- (`optimize table ticks final` at once).

create table if not exists ticks (
  recording LowCardinality(String), machine LowCardinality(String), run UInt32, timer LowCardinality(String),
  interval_ns Int64, leeway_ns Nullable(Int64), load LowCardinality(String), repetition UInt32, source UInt32,
  warmup UInt8, slot Int64 codec(Delta, ZSTD), deadline_ns Int64 codec(DoubleDelta, ZSTD),
  callback_ns Int64 codec(Delta, ZSTD), lateness_ns Int64 codec(ZSTD), handler_ns Int64, fired Int64, missed Int64,
  blocked_ns Int64, timers UInt32, armed_ns Nullable(Int64) codec(Delta, ZSTD),
  expired_ns Nullable(Int64) codec(Delta, ZSTD), woken_ns Nullable(Int64) codec(Delta, ZSTD),
  running_ns Nullable(Int64) codec(Delta, ZSTD), started DateTime('UTC'))
engine = ReplacingMergeTree
partition by toDate(started)
order by (timer, interval_ns, load, timers, machine, recording, run, source, slot)
ttl started + interval 30 day
settings ttl_only_drop_parts = 1;

create table if not exists runs (
  recording LowCardinality(String), machine LowCardinality(String), file String, run UInt32,
  timer LowCardinality(String), interval_ns Int64, leeway_ns Nullable(Int64), load LowCardinality(String),
  timers UInt32, repetition UInt32, status LowCardinality(String), problem String, n Nullable(Int64),
  min_ns Nullable(Int64), max_ns Nullable(Int64), mean_ns Nullable(Float64), epoch_monotonic_ns Nullable(Int64),
  end_ns Nullable(Int64), slots Nullable(Int64), fired Nullable(Int64), missed Nullable(Int64),
  pending Nullable(Int64), callbacks Nullable(Int64), warmup Nullable(Int64), dropped Nullable(Int64),
  lost Nullable(Int64), event_callbacks Nullable(Int64), requested_occupancy Nullable(Float64),
  achieved_occupancy Nullable(Float64), load_problem String, effective_leeway_ns Nullable(Int64),
  wall_bracket_ns Nullable(Int64), grid_offset_ns Nullable(Int64), rejected_fire_dates Nullable(Int64),
  cpu_ns Nullable(Int64), max_rss_bytes Nullable(Int64), voluntary_switches Nullable(Int64),
  involuntary_switches Nullable(Int64), trace_lost_events Nullable(Int64), realtime_of_run LowCardinality(String),
  stopped_by LowCardinality(String), pauses Nullable(Int64), paused_ns Nullable(Int64), clock_steps Nullable(Int64),
  clock_set_ns Nullable(Int64), sleeps Nullable(Int64), slept_ns Nullable(Int64),
  deadline_clock LowCardinality(String), started DateTime('UTC'), tool_version LowCardinality(String),
  os LowCardinality(String), os_version LowCardinality(String), kernel LowCardinality(String),
  architecture LowCardinality(String), cpu_model LowCardinality(String), cpu_count LowCardinality(String),
  cpus_allowed LowCardinality(String), cpu_governor LowCardinality(String), cpu_idle_driver LowCardinality(String),
  cpu_idle_states LowCardinality(String), cpu_dma_latency_us LowCardinality(String), clock LowCardinality(String),
  clock_source LowCardinality(String), clock_resolution_ns LowCardinality(String),
  clock_read_ns LowCardinality(String), preemption LowCardinality(String), hz LowCardinality(String),
  virtualization LowCardinality(String), steal LowCardinality(String), timer_slack_ns LowCardinality(String),
  timer_coalescing LowCardinality(String), cgroup_cpu_max LowCardinality(String),
  load_average LowCardinality(String), system_timers LowCardinality(String), traced_events LowCardinality(String),
  memory LowCardinality(String), swap LowCardinality(String), scheduling_policy LowCardinality(String),
  rt_limit LowCardinality(String), rt_runtime LowCardinality(String), rt_capability LowCardinality(String),
  thermal LowCardinality(String), thermal_throttles LowCardinality(String), battery LowCardinality(String),
  swift_version LowCardinality(String), foundation LowCardinality(String), dispatch LowCardinality(String),
  build LowCardinality(String), commit LowCardinality(String), command_line String, pairing String,
  seed LowCardinality(String), recorder_cost_ns LowCardinality(String), realtime LowCardinality(String),
  tracing LowCardinality(String), rows_kept LowCardinality(String), part LowCardinality(String))
engine = ReplacingMergeTree
partition by toYYYYMM(started)
order by (machine, recording, run);

create table if not exists cells (
  recording LowCardinality(String), machine LowCardinality(String), file String, timer LowCardinality(String),
  interval_ns Int64, leeway_ns Nullable(Int64), load LowCardinality(String), timers UInt32, runs Nullable(Int64),
  failed_runs Nullable(Int64), unbegun_runs Nullable(Int64), from_histogram Bool, n Nullable(Int64),
  early Nullable(Int64), min_ns Nullable(Int64), p1_ns Nullable(Int64), p50_ns Nullable(Int64),
  p90_ns Nullable(Int64), p99_ns Nullable(Int64), p99_9_ns Nullable(Int64), p99_99_ns Nullable(Int64),
  max_ns Nullable(Int64), mean_ns Nullable(Float64), sd_ns Nullable(Float64), mad_ns Nullable(Int64),
  response_n Nullable(Int64), response_early Nullable(Int64), response_min_ns Nullable(Int64),
  response_p1_ns Nullable(Int64), response_p50_ns Nullable(Int64), response_p90_ns Nullable(Int64),
  response_p99_ns Nullable(Int64), response_p99_9_ns Nullable(Int64), response_p99_99_ns Nullable(Int64),
  response_max_ns Nullable(Int64), response_mean_ns Nullable(Float64), response_sd_ns Nullable(Float64),
  response_mad_ns Nullable(Int64), latency_n Nullable(Int64), latency_early Nullable(Int64),
  latency_min_ns Nullable(Int64), latency_p1_ns Nullable(Int64), latency_p50_ns Nullable(Int64),
  latency_p90_ns Nullable(Int64), latency_p99_ns Nullable(Int64), latency_p99_9_ns Nullable(Int64),
  latency_p99_99_ns Nullable(Int64), latency_max_ns Nullable(Int64), latency_mean_ns Nullable(Float64),
  latency_sd_ns Nullable(Float64), latency_mad_ns Nullable(Int64), slots Nullable(Int64), fired Nullable(Int64),
  missed Nullable(Int64), merged Nullable(Int64), warmup_callbacks Nullable(Int64), event_callbacks Nullable(Int64),
  event_slots Nullable(Int64), pending Nullable(Int64), dropped Nullable(Int64), lost Nullable(Int64),
  jitter_p50_ns Nullable(Int64), jitter_p99_ns Nullable(Int64), achieved_interval_ns Nullable(Int64),
  drift_ppm Nullable(Float64), drift_low_ppm Nullable(Float64), drift_high_ppm Nullable(Float64),
  count_drift_ns Nullable(Int64), count_drift_ppm Nullable(Float64), wakeup_clusters Nullable(Int64),
  callbacks_per_cluster Nullable(Float64), blocked_share Nullable(Float64), handler_share Nullable(Float64),
  leeway_used_p50 Nullable(Float64), leeway_used_p99 Nullable(Float64), leeway_violations Nullable(Int64),
  effective_leeway_ns Nullable(Int64), requested_occupancy Nullable(Float64), achieved_occupancy Nullable(Float64),
  cpu_per_callback_ns Nullable(Float64), switches_per_callback Nullable(Float64), max_rss_bytes Nullable(Int64),
  floor LowCardinality(String), over_floor_p50_ns Nullable(Int64), over_floor_p99_ns Nullable(Int64),
  why_p50_arming_ns Nullable(Float64), why_p50_kernel_ns Nullable(Float64), why_p50_wakeup_ns Nullable(Float64),
  why_p50_framework_ns Nullable(Float64), why_p50_blocked_ns Nullable(Float64),
  why_worst_arming_ns Nullable(Float64), why_worst_kernel_ns Nullable(Float64),
  why_worst_wakeup_ns Nullable(Float64), why_worst_framework_ns Nullable(Float64),
  why_worst_blocked_ns Nullable(Float64), started DateTime('UTC'), tool_version LowCardinality(String),
  os LowCardinality(String), os_version LowCardinality(String), kernel LowCardinality(String),
  architecture LowCardinality(String), cpu_model LowCardinality(String), cpu_count LowCardinality(String),
  cpus_allowed LowCardinality(String), cpu_governor LowCardinality(String), cpu_idle_driver LowCardinality(String),
  cpu_idle_states LowCardinality(String), cpu_dma_latency_us LowCardinality(String), clock LowCardinality(String),
  clock_source LowCardinality(String), clock_resolution_ns LowCardinality(String),
  clock_read_ns LowCardinality(String), preemption LowCardinality(String), hz LowCardinality(String),
  virtualization LowCardinality(String), steal LowCardinality(String), timer_slack_ns LowCardinality(String),
  timer_coalescing LowCardinality(String), cgroup_cpu_max LowCardinality(String),
  load_average LowCardinality(String), system_timers LowCardinality(String), traced_events LowCardinality(String),
  memory LowCardinality(String), swap LowCardinality(String), scheduling_policy LowCardinality(String),
  rt_limit LowCardinality(String), rt_runtime LowCardinality(String), rt_capability LowCardinality(String),
  thermal LowCardinality(String), thermal_throttles LowCardinality(String), battery LowCardinality(String),
  swift_version LowCardinality(String), foundation LowCardinality(String), dispatch LowCardinality(String),
  build LowCardinality(String), commit LowCardinality(String), command_line String, pairing String,
  seed LowCardinality(String), recorder_cost_ns LowCardinality(String), realtime LowCardinality(String),
  tracing LowCardinality(String), rows_kept LowCardinality(String), part LowCardinality(String))
engine = ReplacingMergeTree
partition by toYYYYMM(started)
order by (timer, interval_ns, load, timers, machine, recording, coalesce(leeway_ns, -1));

create table if not exists histograms (
  recording LowCardinality(String), machine LowCardinality(String), run UInt32, timer LowCardinality(String),
  interval_ns Int64, leeway_ns Nullable(Int64), load LowCardinality(String), timers UInt32, repetition UInt32,
  bin UInt16, low_ns Int64, high_ns Int64, callbacks Int64, response Int64, latency Int64, jitter Int64,
  started DateTime('UTC'))
engine = ReplacingMergeTree
partition by toDate(started)
order by (timer, interval_ns, load, timers, machine, recording, run, bin)
ttl started + interval 400 day
settings ttl_only_drop_parts = 1;

create table if not exists facts (
  recording LowCardinality(String), machine LowCardinality(String), key LowCardinality(String), value String)
engine = ReplacingMergeTree
order by (key, machine, recording);
