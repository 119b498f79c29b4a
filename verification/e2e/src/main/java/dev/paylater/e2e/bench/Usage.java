package dev.paylater.e2e.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What was used between two moments.
 *
 * @param cpuMillis by process of the system, the load generator left out
 * @param peakMebibytes the most that each process occupied
 * @param generatorCpuMillis what the load generator itself used
 * @param othersCpuMillis what everybody else on the machine used; a disturbed run shows here
 */
record Usage(
        Map<String, Long> cpuMillis,
        Map<String, Long> peakMebibytes,
        long generatorCpuMillis,
        long othersCpuMillis) {

    long totalCpuMillis() {
        return cpuMillis.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Watches until it is asked for the result. */
    static final class Watch {
        private static final long INTERVAL_MILLIS = 200;

        private final Map<String, Long> processes;
        private final Map<String, Long> cpuBefore = new LinkedHashMap<>();
        private final Map<String, Long> peaks = new ConcurrentHashMap<>();
        private final long busyBefore = Machine.busyMillis();
        private final long ownBefore = Machine.cpuMillis(ProcessHandle.current().pid());
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final Thread sampler = Thread.ofPlatform().daemon().unstarted(this::sample);

        Watch(Map<String, Long> processes) {
            this.processes = processes;
            processes.forEach((name, pid) -> cpuBefore.put(name, Machine.cpuMillis(pid)));
            sampler.start();
        }

        private void sample() {
            try {
                do {
                    processes.forEach(
                            (name, pid) ->
                                    peaks.merge(name, Machine.residentMebibytes(pid), Math::max));
                } while (!stopped.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        Usage stop() {
            stopped.countDown();
            var cpu = new LinkedHashMap<String, Long>();
            processes.forEach(
                    (name, pid) ->
                            cpu.put(
                                    name,
                                    Math.max(
                                            0,
                                            Machine.cpuMillis(pid)
                                                    - cpuBefore.getOrDefault(name, 0L))));
            var own = Machine.cpuMillis(ProcessHandle.current().pid()) - ownBefore;
            var all = Machine.busyMillis() - busyBefore;
            var system = cpu.values().stream().mapToLong(Long::longValue).sum();
            return new Usage(cpu, new LinkedHashMap<>(peaks), own, Math.max(0, all - system - own));
        }
    }
}
