package io.camelsandbox.engine.local.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The two forms of the kernel's files for groups. */
enum Version {
    V1 {
        @Override
        void limit(Path group, Controller controller, GroupLimits limits) throws IOException {
            switch (controller) {
                case MEMORY -> {
                    write(group, "memory.limit_in_bytes", Long.toString(limits.memory()));
                    if (!writeIfThere(group, "memory.memsw.limit_in_bytes", Long.toString(limits.memory()))) {
                        // Without accounting of swap, at least the group does not ask for it.
                        writeIfThere(group, "memory.swappiness", "0");
                    }
                }
                case PIDS -> write(group, "pids.max", Long.toString(limits.groupPids()));
                case CPU -> {
                    write(group, "cpu.cfs_period_us", Long.toString(GroupLimits.CPU_PERIOD_MICROS));
                    write(group, "cpu.cfs_quota_us", Long.toString(limits.cpuQuotaMicros()));
                }
            }
        }

        @Override
        void share(Path group, Share share) throws IOException {
            write(group, "cpu.shares", Integer.toString(share.v1()));
        }

        @Override
        long oomKills(Path group) {
            return GroupFiles.field(group.resolve("memory.oom_control"), "oom_kill");
        }

        @Override
        String peakFile() {
            return "memory.max_usage_in_bytes";
        }

        @Override
        void resetPeak(Path group) {
            try {
                write(group, peakFile(), "0");
            } catch (IOException e) {
                // then the peak counts only where it rises above what it was
            }
        }
    },
    V2 {
        @Override
        void limit(Path group, Controller controller, GroupLimits limits) throws IOException {
            switch (controller) {
                case MEMORY -> {
                    write(group, "memory.max", Long.toString(limits.memory()));
                    writeIfThere(group, "memory.swap.max", "0");
                    writeIfThere(group, "memory.oom.group", "1");
                }
                case PIDS -> write(group, "pids.max", Long.toString(limits.groupPids()));
                case CPU -> write(group, "cpu.max", limits.cpuQuotaMicros() + " " + GroupLimits.CPU_PERIOD_MICROS);
            }
        }

        @Override
        void share(Path group, Share share) throws IOException {
            write(group, "cpu.weight", Integer.toString(share.v2()));
        }

        @Override
        long oomKills(Path group) {
            return GroupFiles.field(group.resolve("memory.events"), "oom_kill");
        }

        @Override
        String peakFile() {
            return "memory.peak";
        }

        @Override
        void resetPeak(Path group) {
            // the kernel resets it for one open descriptor only
        }
    };

    abstract void limit(Path group, Controller controller, GroupLimits limits) throws IOException;

    abstract void share(Path group, Share share) throws IOException;

    abstract long oomKills(Path group);

    /** Names the file that holds the most memory a group had at once. */
    abstract String peakFile();

    abstract void resetPeak(Path group);

    /** How often the limit on processes was hit. */
    long pidsRefused(Path group) {
        return GroupFiles.field(group.resolve("pids.events"), "max");
    }

    private static void write(Path group, String file, String value) throws IOException {
        Files.writeString(group.resolve(file), value);
    }

    private static boolean writeIfThere(Path group, String file, String value) throws IOException {
        if (!Files.exists(group.resolve(file))) {
            return false;
        }
        write(group, file, value);
        return true;
    }
}
