-- The tables of `bench export` for DuckDB: a laptop, a file, all machines that fit on it.
-- duckdb fleet.db -init schema.duckdb.sql; questions.sql adds the views.

create table if not exists ticks (
  recording varchar, machine varchar, run bigint, timer varchar, interval_ns bigint, leeway_ns bigint, load varchar,
  repetition bigint, source bigint, warmup bigint, slot bigint, deadline_ns bigint, callback_ns bigint,
  lateness_ns bigint, handler_ns bigint, fired bigint, missed bigint, blocked_ns bigint, timers bigint,
  armed_ns bigint, expired_ns bigint, woken_ns bigint, running_ns bigint, started timestamp);

create table if not exists runs (
  recording varchar, machine varchar, file varchar, run bigint, timer varchar, interval_ns bigint, leeway_ns bigint,
  load varchar, timers bigint, repetition bigint, status varchar, problem varchar, n bigint, min_ns bigint,
  max_ns bigint, mean_ns double, epoch_monotonic_ns bigint, end_ns bigint, slots bigint, fired bigint, missed bigint,
  pending bigint, callbacks bigint, warmup bigint, dropped bigint, lost bigint, event_callbacks bigint,
  requested_occupancy double, achieved_occupancy double, load_problem varchar, effective_leeway_ns bigint,
  wall_bracket_ns bigint, grid_offset_ns bigint, rejected_fire_dates bigint, cpu_ns bigint, max_rss_bytes bigint,
  voluntary_switches bigint, involuntary_switches bigint, trace_lost_events bigint, realtime_of_run varchar,
  stopped_by varchar, pauses bigint, paused_ns bigint, clock_steps bigint, clock_set_ns bigint, sleeps bigint,
  slept_ns bigint, deadline_clock varchar, started timestamp, tool_version varchar, os varchar, os_version varchar,
  kernel varchar, architecture varchar, cpu_model varchar, cpu_count varchar, cpus_allowed varchar,
  cpu_governor varchar, cpu_idle_driver varchar, cpu_idle_states varchar, cpu_dma_latency_us varchar, clock varchar,
  clock_source varchar, clock_resolution_ns varchar, clock_read_ns varchar, preemption varchar, hz varchar,
  virtualization varchar, steal varchar, timer_slack_ns varchar, timer_coalescing varchar, cgroup_cpu_max varchar,
  load_average varchar, system_timers varchar, traced_events varchar, memory varchar, swap varchar,
  scheduling_policy varchar, rt_limit varchar, rt_runtime varchar, rt_capability varchar, thermal varchar,
  thermal_throttles varchar, battery varchar, swift_version varchar, foundation varchar, dispatch varchar,
  build varchar, commit varchar, command_line varchar, pairing varchar, seed varchar, recorder_cost_ns varchar, realtime varchar, tracing varchar, rows_kept varchar, part varchar);

create table if not exists cells (
  recording varchar, machine varchar, file varchar, timer varchar, interval_ns bigint, leeway_ns bigint,
  load varchar, timers bigint, runs bigint, failed_runs bigint, unbegun_runs bigint, from_histogram boolean,
  n bigint, early bigint, min_ns bigint, p1_ns bigint, p50_ns bigint, p90_ns bigint, p99_ns bigint, p99_9_ns bigint,
  p99_99_ns bigint, max_ns bigint, mean_ns double, sd_ns double, mad_ns bigint, response_n bigint,
  response_early bigint, response_min_ns bigint, response_p1_ns bigint, response_p50_ns bigint,
  response_p90_ns bigint, response_p99_ns bigint, response_p99_9_ns bigint, response_p99_99_ns bigint,
  response_max_ns bigint, response_mean_ns double, response_sd_ns double, response_mad_ns bigint, latency_n bigint,
  latency_early bigint, latency_min_ns bigint, latency_p1_ns bigint, latency_p50_ns bigint, latency_p90_ns bigint,
  latency_p99_ns bigint, latency_p99_9_ns bigint, latency_p99_99_ns bigint, latency_max_ns bigint,
  latency_mean_ns double, latency_sd_ns double, latency_mad_ns bigint, slots bigint, fired bigint, missed bigint,
  merged bigint, warmup_callbacks bigint, event_callbacks bigint, event_slots bigint, pending bigint, dropped bigint,
  lost bigint, jitter_p50_ns bigint, jitter_p99_ns bigint, achieved_interval_ns bigint, drift_ppm double,
  drift_low_ppm double, drift_high_ppm double, count_drift_ns bigint, count_drift_ppm double, wakeup_clusters bigint,
  callbacks_per_cluster double, blocked_share double, handler_share double, leeway_used_p50 double,
  leeway_used_p99 double, leeway_violations bigint, effective_leeway_ns bigint, requested_occupancy double,
  achieved_occupancy double, cpu_per_callback_ns double, switches_per_callback double, max_rss_bytes bigint,
  floor varchar, over_floor_p50_ns bigint, over_floor_p99_ns bigint, why_p50_arming_ns double,
  why_p50_kernel_ns double, why_p50_wakeup_ns double, why_p50_framework_ns double, why_p50_blocked_ns double,
  why_worst_arming_ns double, why_worst_kernel_ns double, why_worst_wakeup_ns double, why_worst_framework_ns double,
  why_worst_blocked_ns double, started timestamp, tool_version varchar, os varchar, os_version varchar,
  kernel varchar, architecture varchar, cpu_model varchar, cpu_count varchar, cpus_allowed varchar,
  cpu_governor varchar, cpu_idle_driver varchar, cpu_idle_states varchar, cpu_dma_latency_us varchar, clock varchar,
  clock_source varchar, clock_resolution_ns varchar, clock_read_ns varchar, preemption varchar, hz varchar,
  virtualization varchar, steal varchar, timer_slack_ns varchar, timer_coalescing varchar, cgroup_cpu_max varchar,
  load_average varchar, system_timers varchar, traced_events varchar, memory varchar, swap varchar,
  scheduling_policy varchar, rt_limit varchar, rt_runtime varchar, rt_capability varchar, thermal varchar,
  thermal_throttles varchar, battery varchar, swift_version varchar, foundation varchar, dispatch varchar,
  build varchar, commit varchar, command_line varchar, pairing varchar, seed varchar, recorder_cost_ns varchar, realtime varchar, tracing varchar, rows_kept varchar, part varchar);

create table if not exists histograms (
  recording varchar, machine varchar, run bigint, timer varchar, interval_ns bigint, leeway_ns bigint, load varchar,
  timers bigint, repetition bigint, bin bigint, low_ns bigint, high_ns bigint, callbacks bigint, response bigint,
  latency bigint, jitter bigint, started timestamp);

create table if not exists facts (
  recording varchar, machine varchar, key varchar, value varchar);
