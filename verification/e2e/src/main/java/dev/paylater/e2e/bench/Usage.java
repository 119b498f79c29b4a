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
 * @param compilersMillis what of cpuMillis the JVMs' compilers used, of all processes together: it
 *     falls to nearly 0 once a system is warm, whatever a unit costs
 * @param peakMebibytes the most that each process occupied
 * @param generatorCpuMillis what the load generator itself used
 * @param othersCpuMillis what everybody else on the machine used; a disturbed run shows here
 */
record Usage(
        Map<String, Long> cpuMillis,
        long compilersMillis,
        Map<String, Long> peakMebibytes,
        long generatorCpuMillis,
        long othersCpuMillis) {

    long totalCpuMillis() {
        return cpuMillis.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Watches until it is asked for the result. */
    static final class Watch {
        private static final long INTERVAL_MILLIS = 200;

        /** Threads that compile end when there is nothing to compile for a while. */
        private static final int INTERVALS_BETWEEN_COMPILERS = 5;

        private final Map<String, Long> processes;
        private final Map<String, Long> cpuBefore = new LinkedHashMap<>();
        private final Map<String, Long> peaks = new ConcurrentHashMap<>();
        private final Map<String, Long> compilersBefore;
        private final Map<String, Long> compilers = new ConcurrentHashMap<>();
        private final long busyBefore = Machine.busyMillis();
        private final long ownBefore = Machine.cpuMillis(ProcessHandle.current().pid());
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final Thread sampler = Thread.ofPlatform().daemon().unstarted(this::sample);

        Watch(Map<String, Long> processes) {
            this.processes = processes;
            processes.forEach((name, pid) -> cpuBefore.put(name, Machine.cpuMillis(pid)));
            readCompilers();
            compilersBefore = Map.copyOf(compilers);
            sampler.start();
        }

        private void readCompilers() {
            processes.values().forEach(pid -> compilers.putAll(Machine.compilersMillis(pid)));
        }

        private void sample() {
            try {
                for (var n = 1; !stopped.await(INTERVAL_MILLIS, TimeUnit.MILLISECONDS); n++) {
                    processes.forEach(
                            (name, pid) ->
                                    peaks.merge(name, Machine.residentMebibytes(pid), Math::max));
                    if (n % INTERVALS_BETWEEN_COMPILERS == 0) {
                        readCompilers();
                    }
                }
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
            return new Usage(
                    cpu,
                    compiling(),
                    new LinkedHashMap<>(peaks),
                    own,
                    Math.max(0, all - system - own));
        }

        private long compiling() {
            readCompilers();
            return compilers.entrySet().stream()
                    .mapToLong(e -> e.getValue() - compilersBefore.getOrDefault(e.getKey(), 0L))
                    .sum();
        }
    }
}
