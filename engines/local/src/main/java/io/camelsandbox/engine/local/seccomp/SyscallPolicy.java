package io.camelsandbox.engine.local.seccomp;

import static io.camelsandbox.engine.local.seccomp.Answer.ALLOW;
import static io.camelsandbox.engine.local.seccomp.Answer.EAFNOSUPPORT;
import static io.camelsandbox.engine.local.seccomp.Answer.ENOSYS;
import static io.camelsandbox.engine.local.seccomp.Answer.EPERM;
import static io.camelsandbox.engine.local.seccomp.Answer.EPROTONOSUPPORT;
import static io.camelsandbox.engine.local.seccomp.Answer.PRETEND;
import static io.camelsandbox.engine.local.seccomp.Rule.always;
import static io.camelsandbox.engine.local.seccomp.Rule.anyBit;
import static io.camelsandbox.engine.local.seccomp.Rule.maskedOneOf;
import static io.camelsandbox.engine.local.seccomp.Rule.notNull;
import static io.camelsandbox.engine.local.seccomp.Rule.oneOf;
import static io.camelsandbox.engine.local.seccomp.Rule.when;

import java.util.List;

/**
 * Which system calls code in a sandbox does not get. What is named here has no use in a script and is either a way out of
 * the namespaces, a way past a limit, or a large part of the kernel that a fault could be found in. Whatever the table
 * knows and no rule names is allowed; whatever the table does not know is ENOSYS.
 *
 * <p>ENOSYS is chosen where libraries fall back on it, EPERM where a program should see that it is not permitted.
 */
final class SyscallPolicy {

    private static final int NEW_NAMESPACES = 0x7E02_0000;

    private static final int AF_UNIX = 1;
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int SOCKET_TYPE = 0xF;
    private static final int SOCK_STREAM = 1;
    private static final int SOCK_DGRAM = 2;
    private static final int SOCK_SEQPACKET = 5;
    private static final int IPPROTO_TCP = 6;
    private static final int IPPROTO_UDP = 17;

    private static final int TIOCSTI = 0x5412;
    private static final int TIOCLINUX = 0x541C;
    private static final int TIOCCONS = 0x541D;
    private static final int TIOCSETD = 0x5423;

    private static final int F_SETLEASE = 1024;

    private static final int PR_SET_MM = 35;
    private static final int PR_SCHED_CORE = 62;

    private static final int RLIMIT_CORE = 4;

    private static final int PERSONALITY_QUERY = -1;

    /** The first process of every sandbox, which relays its output and keeps its time. */
    private static final int INIT = 1;

    private static final int PRIO_USER = 2;
    private static final int IOPRIO_WHO_USER = 3;

    /** All rules, in the order in which they are documented. */
    static final List<Rule> RULES = List.of(
            new Rule(
                    List.of("clone"),
                    List.of(when(EPERM, anyBit(0, NEW_NAMESPACES))),
                    ALLOW,
                    "with any CLONE_NEW… flag",
                    "a namespace of one's own gives all capabilities in it, and with them most of the kernel's"
                            + " privileged code; threads and processes are not touched by this"),
            always(
                    ENOSYS,
                    "its flags are in memory, where a filter cannot see them; libraries fall back to clone",
                    "clone3"),
            always(EPERM, "makes or enters namespaces", "unshare", "setns"),
            always(
                    EPERM,
                    "changes what is mounted where",
                    "mount",
                    "umount2",
                    "pivot_root",
                    "chroot",
                    "open_tree",
                    "move_mount",
                    "fsopen",
                    "fsconfig",
                    "fsmount",
                    "fspick",
                    "mount_setattr"),
            always(
                    EPERM,
                    "keyrings belong to the user, not to the sandbox: data would pass from run to run",
                    "add_key",
                    "request_key",
                    "keyctl"),
            always(EPERM, "loads programs into the kernel", "bpf"),
            always(
                    ENOSYS,
                    "does the work of other calls past every filter; event loops fall back to epoll and threads",
                    "io_uring_setup",
                    "io_uring_enter",
                    "io_uring_register"),
            always(
                    ENOSYS,
                    "asynchronous I/O of the old kind has one quota for the whole machine, which a guest could use up;"
                            + " databases fall back to threads",
                    "io_setup",
                    "io_destroy",
                    "io_submit",
                    "io_cancel",
                    "io_getevents",
                    "io_pgetevents"),
            always(ENOSYS, "holds the kernel in the middle of a page fault: a tool of exploits", "userfaultfd"),
            always(EPERM, "reads counters of the processor, and a frequent source of faults", "perf_event_open"),
            always(
                    EPERM,
                    "reads, changes or compares other processes; debuggers do not work in a sandbox",
                    "ptrace",
                    "process_vm_readv",
                    "process_vm_writev",
                    "process_madvise",
                    "process_mrelease",
                    "pidfd_getfd",
                    "kcmp"),
            new Rule(
                    List.of("prlimit64"),
                    List.of(when(EPERM, oneOf(0, INIT)), when(PRETEND, oneOf(1, RLIMIT_CORE), notNull(2))),
                    ALLOW,
                    "of process 1; to set RLIMIT_CORE (nothing, and success)",
                    "the sandbox's first process has the same user: without descriptors it could not say how a run"
                            + " ended. And where the host pipes core dumps to a program, no limit but 1 keeps a guest's"
                            + " memory from it"),
            new Rule(
                    List.of("setrlimit"),
                    List.of(when(PRETEND, oneOf(0, RLIMIT_CORE))),
                    ALLOW,
                    "to set RLIMIT_CORE",
                    "as above"),
            new Rule(
                    List.of("sched_setscheduler", "sched_setparam", "sched_setattr", "sched_setaffinity"),
                    List.of(when(EPERM, oneOf(0, INIT))),
                    ALLOW,
                    "of process 1",
                    "without processor time the first process could not end a run in time"),
            new Rule(
                    List.of("setpriority"),
                    List.of(when(EPERM, oneOf(1, INIT)), when(EPERM, oneOf(0, PRIO_USER))),
                    ALLOW,
                    "of process 1 or of a whole user",
                    "as above"),
            new Rule(
                    List.of("ioprio_set"),
                    List.of(when(EPERM, oneOf(1, INIT)), when(EPERM, oneOf(0, IOPRIO_WHO_USER))),
                    ALLOW,
                    "of process 1 or of a whole user",
                    "as above"),
            always(EPERM, "loads kernel modules", "init_module", "finit_module", "delete_module"),
            always(
                    EPERM,
                    "administers the machine",
                    "kexec_load",
                    "kexec_file_load",
                    "reboot",
                    "swapon",
                    "swapoff",
                    "acct",
                    "quotactl",
                    "quotactl_fd",
                    "syslog",
                    "sethostname",
                    "setdomainname",
                    "vhangup"),
            always(EPERM, "sets the machine's clocks", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex"),
            always(EPERM, "gives access to the machine's I/O ports", "iopl", "ioperm"),
            always(
                    ENOSYS,
                    "16-bit segments: old code with a history of faults, which kernels may be built without",
                    "modify_ldt"),
            always(
                    EPERM,
                    "opens files by number, past the folders that are shown",
                    "open_by_handle_at",
                    "name_to_handle_at"),
            always(EPERM, "watches whole file systems", "fanotify_init", "fanotify_mark"),
            always(
                    ENOSYS,
                    "places memory on the nodes of the machine; without it one node is assumed",
                    "mbind",
                    "set_mempolicy",
                    "get_mempolicy",
                    "migrate_pages",
                    "move_pages",
                    "set_mempolicy_home_node"),
            new Rule(
                    List.of("personality"),
                    List.of(when(ALLOW, oneOf(0, 0, PERSONALITY_QUERY))),
                    EPERM,
                    "but for Linux itself and the query",
                    "behaves like another system, or without random addresses"),
            new Rule(
                    List.of("socket"),
                    List.of(
                            when(
                                    ALLOW,
                                    oneOf(0, AF_UNIX),
                                    maskedOneOf(1, SOCKET_TYPE, SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET)),
                            when(
                                    ALLOW,
                                    oneOf(0, AF_INET, AF_INET6),
                                    maskedOneOf(1, SOCKET_TYPE, SOCK_STREAM, SOCK_DGRAM),
                                    oneOf(2, 0, IPPROTO_TCP, IPPROTO_UDP)),
                            when(EPROTONOSUPPORT, oneOf(0, AF_UNIX, AF_INET, AF_INET6))),
                    EAFNOSUPPORT,
                    "but for local sockets, TCP and UDP (of the three families, other types and protocols are"
                            + " EPROTONOSUPPORT)",
                    "every other family or protocol is kernel code that a script does not need, loaded on demand. Netlink"
                            + " too: name resolution does without it, but listing network interfaces fails"),
            new Rule(
                    List.of("socketpair"),
                    List.of(when(ALLOW, oneOf(0, AF_UNIX))),
                    EAFNOSUPPORT,
                    "but for local sockets",
                    "as for socket"),
            new Rule(
                    List.of("ioctl"),
                    List.of(when(EPERM, oneOf(1, TIOCSTI, TIOCLINUX, TIOCCONS, TIOCSETD))),
                    ALLOW,
                    "with TIOCSTI, TIOCLINUX, TIOCCONS, TIOCSETD",
                    "types into a terminal, takes the console, or loads a line discipline"),
            new Rule(
                    List.of("fcntl"),
                    List.of(when(EPERM, oneOf(1, F_SETLEASE))),
                    ALLOW,
                    "with F_SETLEASE",
                    "a lease on a file that the host shows makes writers on the host wait"),
            new Rule(
                    List.of("prctl"),
                    List.of(when(EPERM, oneOf(0, PR_SET_MM, PR_SCHED_CORE))),
                    ALLOW,
                    "with PR_SET_MM, PR_SCHED_CORE",
                    "moves the parts of the address space, or keeps neighbours off a processor core"),
            always(
                    PRETEND,
                    "would make the whole machine write to its disks; what a sandbox writes is in memory, and a mounted"
                            + " file can be made safe with fsync",
                    "sync",
                    "syncfs"),
            always(ENOSYS, "memory hidden even from the kernel, and pinned; most kernels have it off", "memfd_secret"),
            always(
                    ENOSYS,
                    "message queues hold kernel memory, the usual tool to arrange it for an exploit; pipes and local"
                            + " sockets do the work",
                    "msgget",
                    "msgsnd",
                    "msgrcv",
                    "msgctl",
                    "mq_open",
                    "mq_unlink",
                    "mq_timedsend",
                    "mq_timedreceive",
                    "mq_notify",
                    "mq_getsetattr"),
            always(ENOSYS, "gives pages away that others still see; write does the work", "vmsplice"),
            always(
                    ENOSYS,
                    "gone from the kernel, or never in it",
                    "_sysctl",
                    "sysfs",
                    "ustat",
                    "uselib",
                    "create_module",
                    "get_kernel_syms",
                    "query_module",
                    "nfsservctl",
                    "lookup_dcookie",
                    "remap_file_pages",
                    "getpmsg",
                    "putpmsg",
                    "afs_syscall",
                    "tuxcall",
                    "security",
                    "vserver",
                    "epoll_ctl_old",
                    "epoll_wait_old",
                    "set_thread_area",
                    "get_thread_area"));

    private SyscallPolicy() {}
}
