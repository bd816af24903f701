/* Unit tests of the parts without side effects. Prints "N passed, M failed". */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../src/init_frames.h"
#include "../src/launcher_frames.h"
#include "../src/relay.h"
#include "../src/system.h"

static int passed;
static int failed;
static FILE *report;

#define CHECK(what) check((what), #what, __LINE__)

static void check(bool holds, const char *what, int line)
{
    if (holds) {
        passed++;
    } else {
        failed++;
        fprintf(report, "unit.c:%d: not so: %s\n", line, what);
    }
}

static struct bytes bytes_of(const void *data, size_t size)
{
    struct bytes bytes = {data, size};
    return bytes;
}

static struct bytes pending(const struct outbox *outbox)
{
    return bytes_of(outbox->data + outbox->start, outbox_pending(outbox));
}

static struct bytes payload(const struct outbox *outbox)
{
    struct bytes all = pending(outbox);
    return bytes_of(all.data + FRAME_HEADER, all.size - FRAME_HEADER);
}

static void numbers_are_big_endian(void)
{
    static const uint8_t wire[] = {1, 2, 3, 4, 5, 0xFF, 0xFF, 0xFF, 0xFE, 0, 0, 0, 0, 0, 0, 1, 0};
    struct reader reader = reader_of(bytes_of(wire, sizeof wire));
    CHECK(read_u8(&reader) == 1);
    CHECK(read_u32(&reader) == 0x02030405);
    CHECK(read_i32(&reader) == -2);
    CHECK(read_u64(&reader) == 256);
    CHECK(reader_done(&reader));
    CHECK(read_u8(&reader) == 0);
    CHECK(!reader_done(&reader));
}

static void extremes_of_signed_numbers(void)
{
    static const uint8_t wire[] = {0x80, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    struct reader reader = reader_of(bytes_of(wire, sizeof wire));
    CHECK(read_i32(&reader) == INT32_MIN);
    CHECK(read_i32(&reader) == INT32_MAX);
    CHECK(read_i32(&reader) == -1);
}

static void strings_are_bounded(void)
{
    static const uint8_t huge[] = {0xFF, 0xFF, 0xFF, 0xFF, 'a'};
    static const uint8_t nul[] = {0, 0, 0, 2, 'a', 0};
    struct reader reader = reader_of(bytes_of(huge, sizeof huge));
    CHECK(read_string(&reader).size == 0 && reader.bad);
    reader = reader_of(bytes_of(nul, sizeof nul));
    CHECK(read_string(&reader).size == 2 && reader_done(&reader));
    reader = reader_of(bytes_of(nul, sizeof nul));
    read_text(&reader);
    CHECK(reader.bad);
}

static void vectors_are_terminated(void)
{
    static const uint8_t wire[] = {0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 2, 'a', 'b', 0, 0, 0, 1, 'c'};
    static const uint8_t lies[] = {0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0};
    struct reader reader = reader_of(bytes_of(wire, sizeof wire));
    char **vector = texts_vector(read_texts(&reader));
    CHECK(reader_done(&reader));
    CHECK(strcmp(vector[0], "") == 0 && strcmp(vector[1], "ab") == 0 && strcmp(vector[2], "c") == 0);
    CHECK(vector[3] == NULL);
    free(vector);
    reader = reader_of(bytes_of(lies, sizeof lies));
    CHECK(read_texts(&reader).count == 0 && reader.bad);
}

static void frames_arrive_in_pieces(void)
{
    static struct inbox inbox;
    static const uint8_t wire[] = {0, 0, 0, 2, 7, 8, 0, 0, 0, 1, 9};
    int ends[2];
    struct bytes frame;
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0);
    for (size_t i = 0; i < 6; i++) {
        CHECK(inbox_peek(&inbox, &frame) == INBOX_WAIT);
        CHECK(write(ends[0], wire + i, 1) == 1 && inbox_fill(&inbox, ends[1]) == 1);
    }
    CHECK(inbox_peek(&inbox, &frame) == INBOX_FRAME && frame.size == 2 && frame.data[0] == 7);
    inbox_consume(&inbox, frame);
    CHECK(write(ends[0], wire + 6, 5) == 5 && inbox_fill(&inbox, ends[1]) == 5);
    CHECK(inbox_peek(&inbox, &frame) == INBOX_FRAME && frame.size == 1 && frame.data[0] == 9);
    inbox_consume(&inbox, frame);
    CHECK(inbox_fill(&inbox, ends[1]) == -1 && errno == EAGAIN);
    close(ends[0]);
    CHECK(inbox_fill(&inbox, ends[1]) == 0);
    close(ends[1]);
}

static void lengths_out_of_bounds_are_bad(void)
{
    static const uint8_t wires[][4] = {{0, 0, 0, 0}, {0, 0x20, 0, 1}, {0xFF, 0xFF, 0xFF, 0xFF}};
    static struct inbox inbox;
    struct bytes frame;
    for (size_t i = 0; i < 3; i++) {
        inbox.start = 0;
        inbox.end = 4;
        memcpy(inbox.data, wires[i], 4);
        CHECK(inbox_peek(&inbox, &frame) == INBOX_BAD);
    }
    memcpy(inbox.data, "\0\x20\0\0", 4);
    CHECK(inbox_peek(&inbox, &frame) == INBOX_WAIT);
}

static void the_largest_frame_fits(void)
{
    static struct inbox inbox;
    struct bytes frame;
    inbox.end = sizeof inbox.data;
    store_u32(inbox.data, FRAME_MAX);
    CHECK(inbox_peek(&inbox, &frame) == INBOX_FRAME && frame.size == FRAME_MAX);
    errno = 0;
    CHECK(inbox_fill(&inbox, -1) == -1 && errno == EAGAIN);
    inbox_consume(&inbox, frame);
    CHECK(inbox_peek(&inbox, &frame) == INBOX_WAIT);
}

static void the_outbox_is_bounded(void)
{
    struct outbox outbox = {.limit = 64};
    frame_begin(&outbox, 5);
    put_string(&outbox, "hello", 5);
    frame_end(&outbox);
    CHECK(pending(&outbox).size == 14 && memcmp(pending(&outbox).data, "\0\0\0\x0a\5\0\0\0\5hello", 14) == 0);
    CHECK(outbox_left(&outbox) == 50 && !outbox.overflow);
    put_string(&outbox, "0123456789012345678901234567890123456789012345678", 49);
    CHECK(outbox.overflow && outbox_left(&outbox) == 0);
    free(outbox.data);
}

static void the_outbox_goes_on_where_the_socket_stopped(void)
{
    struct outbox outbox = {.limit = 4 << 20};
    static char block[1 << 20];
    int ends[2];
    size_t total = 0;
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    frame_begin(&outbox, 1);
    put_string(&outbox, block, sizeof block);
    frame_end(&outbox);
    size_t whole = outbox_pending(&outbox);
    while (total < whole) {
        CHECK(outbox_flush(&outbox, ends[0]));
        total += (size_t)read(ends[1], block, sizeof block);
    }
    CHECK(outbox_pending(&outbox) == 0 && total == whole);
    close(ends[1]);
    put_u8(&outbox, 1);
    CHECK(!outbox_flush(&outbox, ends[0]));
    close(ends[0]);
    free(outbox.data);
}

static void an_unfinished_frame_survives_compaction(void)
{
    struct outbox outbox = {.limit = 1 << 20};
    static char block[120000];
    put_string(&outbox, block, sizeof block);
    outbox.start = 110000;
    frame_begin(&outbox, 3);
    put_string(&outbox, block, 60000);
    frame_end(&outbox);
    CHECK(outbox.start == 0);
    struct reader reader = reader_of(bytes_of(outbox.data + 10004, outbox_pending(&outbox) - 10004));
    CHECK(read_u32(&reader) == 60005 && read_u8(&reader) == 3);
    free(outbox.data);
}

static void reports_of_bubblewrap(void)
{
    static const char whole[] = "{\n    \"child-pid\": 4321,\n    \"x\": 1}";
    CHECK(report_child_pid(whole, sizeof whole - 1, false) == 4321);
    CHECK(report_child_pid(whole, 22, false) == 0);
    CHECK(report_child_pid(whole, 22, true) > 0);
    CHECK(report_child_pid("", 0, true) == 0);
    CHECK(report_child_pid("\"child-pid\":", 12, true) == 0);
    CHECK(report_child_pid("\"child-pid\": -5 ", 16, true) == 0);
    static const char huge[] = "\"child-pid\": 99999999999999 ";
    CHECK(report_child_pid(huge, sizeof huge - 1, false) == 0);
}

static struct start_request started;
static uint64_t released;
static uint64_t killed;

static void on_start(void *context, const struct start_request *request)
{
    (void)context;
    started = *request;
}

static void on_release(void *context, uint64_t sandbox)
{
    (void)context;
    released = sandbox;
}

static void on_kill(void *context, uint64_t sandbox)
{
    (void)context;
    killed = sandbox;
}

static const struct launcher_handler launcher = {on_start, on_release, on_kill};

static bool launch(const struct outbox *outbox)
{
    return launcher_dispatch(payload(outbox), &launcher, NULL);
}

static struct outbox start_frame(uint8_t flags, const char *folder, uint32_t mode, uint32_t arguments)
{
    struct outbox outbox = {.limit = 4096};
    frame_begin(&outbox, LAUNCHER_START);
    put_u64(&outbox, 77);
    put_u8(&outbox, flags);
    put_u32(&outbox, 1000);
    put_u32(&outbox, 1001);
    put_u32(&outbox, (uint32_t)-17);
    put_u64(&outbox, 1 << 20);
    put_u64(&outbox, 100);
    put_u32(&outbox, 1);
    put_string(&outbox, "/g/cgroup.procs", 15);
    put_u32(&outbox, 1);
    put_string(&outbox, folder, strlen(folder));
    put_u32(&outbox, mode);
    put_u32(&outbox, arguments);
    for (uint32_t i = 0; i < arguments; i++) {
        put_string(&outbox, "/bin/true", 9);
    }
    frame_end(&outbox);
    return outbox;
}

static bool start_is_taken(uint8_t flags, const char *folder, uint32_t mode, uint32_t arguments)
{
    struct outbox outbox = start_frame(flags, folder, mode, arguments);
    bool taken = launch(&outbox);
    free(outbox.data);
    return taken;
}

static void start_is_decoded(void)
{
    struct outbox outbox = start_frame(START_HOLD, "tmp", 01777, 2);
    CHECK(launch(&outbox));
    CHECK(started.sandbox == 77 && started.hold && started.uid == 1000 && started.gid == 1001);
    CHECK(started.oom_score_adj == -17 && started.disk_bytes == 1 << 20 && started.disk_files == 100);
    struct folder folder = read_folder(&started.folders.items);
    CHECK(started.folders.count == 1 && folder.name.size == 3 && folder.mode == 01777);
    CHECK(started.groups.count == 1 && started.argv.count == 2);
    struct bytes frame = payload(&outbox);
    for (size_t size = 0; size < frame.size; size++) {
        CHECK(!launcher_dispatch(bytes_of(frame.data, size), &launcher, NULL));
    }
    put_u8(&outbox, 0);
    CHECK(!launch(&outbox));
    free(outbox.data);
}

static bool adoptable_is_taken(const char *path)
{
    struct outbox outbox = start_frame(START_ADOPTABLE, "tmp", 0755, 1);
    put_string(&outbox, path, strlen(path));
    frame_end(&outbox);
    bool taken = launch(&outbox);
    free(outbox.data);
    return taken;
}

static void an_adoptable_start_has_a_path(void)
{
    static char path[109];
    memset(path, 'x', sizeof path - 1);
    path[0] = '/';
    CHECK(adoptable_is_taken("/run/s") && started.adoptable && started.listen_path.size == 6);
    CHECK(!adoptable_is_taken("") && !adoptable_is_taken("run/s") && !adoptable_is_taken(path));
    path[107] = 0;
    CHECK(adoptable_is_taken(path));
}

static void start_is_checked(void)
{
    CHECK(start_is_taken(0, "tmp", 0755, 1));
    CHECK(!start_is_taken(2, "tmp", 0755, 1));
    CHECK(!start_is_taken(4, "tmp", 0755, 1));
    CHECK(!start_is_taken(0, "tmp", 0755, 0));
    CHECK(!start_is_taken(0, "tmp", 010000, 1));
    CHECK(!start_is_taken(0, "", 0755, 1));
    CHECK(!start_is_taken(0, ".", 0755, 1));
    CHECK(!start_is_taken(0, "..", 0755, 1));
    CHECK(!start_is_taken(0, "a/b", 0755, 1));
    CHECK(start_is_taken(0, "..a", 0755, 1));
}

static void the_short_launcher_frames(void)
{
    static const uint8_t release[] = {0x11, 0, 0, 0, 0, 0, 0, 0, 5};
    static const uint8_t kill_frame[] = {0x12, 0, 0, 0, 0, 0, 0, 0, 6};
    static const uint8_t unknown[] = {0x13, 0, 0, 0, 0, 0, 0, 0, 6};
    CHECK(launcher_dispatch(bytes_of(release, 9), &launcher, NULL) && released == 5);
    CHECK(launcher_dispatch(bytes_of(kill_frame, 9), &launcher, NULL) && killed == 6);
    CHECK(!launcher_dispatch(bytes_of(unknown, 9), &launcher, NULL));
    CHECK(!launcher_dispatch(bytes_of(release, 8), &launcher, NULL));
    CHECK(!launcher_dispatch(bytes_of(release, 1), &launcher, NULL));
}

static struct exec_request executed;
static struct setup_request set_up;

static enum handled on_setup(void *context, const struct setup_request *request)
{
    (void)context;
    set_up = *request;
    return HANDLED;
}

static enum handled on_exec(void *context, const struct exec_request *request)
{
    (void)context;
    executed = *request;
    return HANDLED;
}

static enum handled on_go(void *context, const struct go_request *request)
{
    (void)context;
    return request->exec == 9 ? HANDLED : HANDLED_BAD;
}

static enum handled on_input(void *context, const struct input_request *request)
{
    (void)context;
    return request->data.size == 2 ? HANDLED_LATER : HANDLED;
}

static enum handled on_signal(void *context, const struct signal_request *request)
{
    (void)context;
    return request->number <= 64 ? HANDLED : HANDLED_BAD;
}

static enum handled on_put(void *context, const struct put_request *request)
{
    (void)context;
    return request->size == 3 ? HANDLED : HANDLED_BAD;
}

static enum handled on_data(void *context, const struct data_request *request)
{
    (void)context;
    return request->ref == 4 ? HANDLED : HANDLED_BAD;
}

static enum handled on_list(void *context, const struct list_request *request)
{
    (void)context;
    return request->max_depth == 7 ? HANDLED : HANDLED_BAD;
}

static enum handled on_get(void *context, const struct get_request *request)
{
    (void)context;
    return request->no_symlinks ? HANDLED : HANDLED_BAD;
}

static enum handled on_taken(void *context, const struct taken_request *request)
{
    (void)context;
    return request->stream == 2 && request->bytes == 5 ? HANDLED : HANDLED_BAD;
}

static enum handled on_resize(void *context, const struct resize_request *request)
{
    (void)context;
    return request->size.columns == 65535 && request->size.rows == 24 ? HANDLED : HANDLED_BAD;
}

static struct lease_request leased;

static enum handled on_lease(void *context, const struct lease_request *request)
{
    (void)context;
    leased = *request;
    return HANDLED;
}

static enum handled on_end(void *context)
{
    (void)context;
    return HANDLED;
}

static const struct init_handler init = {on_setup, on_exec, on_go,    on_input,  on_signal, on_put, on_data,
                                         on_list,  on_get,  on_taken, on_resize, on_lease,  on_end};

static enum handled dispatch(struct outbox *outbox)
{
    frame_end(outbox);
    enum handled handled = init_dispatch(payload(outbox), &init, NULL);
    outbox->start = outbox->end = 0;
    return handled;
}

static void put_terms(struct outbox *outbox, uint8_t flags, const char *cwd)
{
    put_u32(outbox, 1500);
    put_u32(outbox, 100);
    put_u64(outbox, 10);
    put_u64(outbox, 20);
    put_u8(outbox, flags);
    put_string(outbox, cwd, strlen(cwd));
}

static void begin_exec(struct outbox *outbox, uint8_t flags, const char *program)
{
    frame_begin(outbox, INIT_EXEC);
    put_u32(outbox, 9);
    put_u8(outbox, flags);
    put_u32(outbox, 1);
    put_string(outbox, program, strlen(program));
    put_u32(outbox, 1);
    put_string(outbox, "A=b", 3);
}

static void exec_is_decoded(void)
{
    struct outbox outbox = {.limit = 4096};
    begin_exec(&outbox, EXEC_BOOT | EXEC_KILL_REST, "/bin/true");
    put_terms(&outbox, 1, "/workspace");
    CHECK(dispatch(&outbox) == HANDLED);
    CHECK(executed.exec == 9 && executed.boot && executed.kill_rest && executed.env.count == 1);
    CHECK(executed.terms.timeout_ms == 1500 && executed.terms.grace_ms == 100 && executed.terms.kill_at_cap);
    CHECK(executed.terms.cap[0] == 10 && executed.terms.cap[1] == 20 && executed.terms.cwd.size == 10);
    begin_exec(&outbox, 0, "/bin/true");
    put_terms(&outbox, 0, "workspace");
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    begin_exec(&outbox, 0, "/bin/true");
    put_terms(&outbox, 2, "/");
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    begin_exec(&outbox, 128, "/bin/true");
    put_terms(&outbox, 0, "/");
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    begin_exec(&outbox, 0, "");
    put_terms(&outbox, 0, "/");
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    free(outbox.data);
}

static void who_kills_the_rest_keeps_nothing(void)
{
    struct outbox outbox = {.limit = 4096};
    begin_exec(&outbox, EXEC_KEEP, "sh");
    put_terms(&outbox, 0, "/");
    CHECK(dispatch(&outbox) == HANDLED && executed.keep && !executed.kill_rest);
    begin_exec(&outbox, EXEC_KEEP | EXEC_KILL_REST, "sh");
    put_terms(&outbox, 0, "/");
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    free(outbox.data);
}

static void put_size(struct outbox *outbox, uint32_t columns, uint32_t rows)
{
    put_u32(outbox, columns);
    put_u32(outbox, rows);
}

static void a_terminal_has_a_size(void)
{
    struct outbox outbox = {.limit = 4096};
    begin_exec(&outbox, EXEC_PACED | EXEC_TERMINAL, "/bin/true");
    put_terms(&outbox, 0, "/");
    put_size(&outbox, 80, 24);
    CHECK(dispatch(&outbox) == HANDLED && executed.paced && executed.terminal);
    CHECK(executed.size.columns == 80 && executed.size.rows == 24);
    begin_exec(&outbox, EXEC_TERMINAL, "/bin/true");
    put_terms(&outbox, 0, "/");
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    begin_exec(&outbox, EXEC_TERMINAL, "/bin/true");
    put_terms(&outbox, 0, "/");
    put_size(&outbox, 80, 65536);
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    begin_exec(&outbox, EXEC_PACED, "/bin/true");
    put_terms(&outbox, 0, "/");
    put_size(&outbox, 80, 24);
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    frame_begin(&outbox, INIT_RESIZE);
    put_u32(&outbox, 1);
    put_size(&outbox, 65535, 24);
    CHECK(dispatch(&outbox) == HANDLED);
    frame_begin(&outbox, INIT_RESIZE);
    put_u32(&outbox, 1);
    put_size(&outbox, 65536, 24);
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    free(outbox.data);
}

static void put_taken(struct outbox *outbox, uint8_t stream)
{
    frame_begin(outbox, INIT_TAKEN);
    put_u32(outbox, 1);
    put_u8(outbox, stream);
    put_u32(outbox, 5);
}

static void taken_names_an_output_stream(void)
{
    struct outbox outbox = {.limit = 4096};
    put_taken(&outbox, 2);
    CHECK(dispatch(&outbox) == HANDLED);
    put_taken(&outbox, 0);
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    put_taken(&outbox, 3);
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    free(outbox.data);
}

static void a_lease_has_three_times(void)
{
    struct outbox outbox = {.limit = 4096};
    uint64_t lifetimes[] = {0, LIFETIME_MAX_MS, LIFETIME_MAX_MS + 1};
    for (int i = 0; i < 3; i++) {
        frame_begin(&outbox, INIT_LEASE);
        put_u32(&outbox, 5);
        put_u64(&outbox, lifetimes[i]);
        put_u32(&outbox, 7);
        CHECK(dispatch(&outbox) == (i < 2 ? HANDLED : HANDLED_BAD));
    }
    CHECK(leased.patience_ms == 5 && leased.lifetime_ms == LIFETIME_MAX_MS && leased.grace_ms == 7);
    frame_begin(&outbox, INIT_END);
    CHECK(dispatch(&outbox) == HANDLED);
    frame_begin(&outbox, INIT_END);
    put_u8(&outbox, 0);
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    free(outbox.data);
}

static void setup_is_checked(void)
{
    static const uint8_t filter[8];
    struct outbox outbox = {.limit = 65536};
    frame_begin(&outbox, INIT_SETUP);
    put_u32(&outbox, 1);
    put_u32(&outbox, 7);
    put_u64(&outbox, 64);
    put_u64(&outbox, UINT64_MAX);
    put_string(&outbox, filter, 8);
    CHECK(dispatch(&outbox) == HANDLED && set_up.rlimits[0].hard == UINT64_MAX && set_up.seccomp.size == 8);
    frame_begin(&outbox, INIT_SETUP);
    put_u32(&outbox, 0);
    put_string(&outbox, filter, 7);
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    frame_begin(&outbox, INIT_SETUP);
    put_u32(&outbox, RLIMITS_MAX + 1);
    for (uint32_t i = 0; i <= RLIMITS_MAX; i++) {
        put_string(&outbox, filter, 8);
        put_u64(&outbox, 0);
    }
    put_u32(&outbox, 0);
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    free(outbox.data);
}

static void the_other_init_frames(void)
{
    struct outbox outbox = {.limit = 16384};
    char path[5000];
    memset(path, 'a', sizeof path);
    path[0] = '/';
    frame_begin(&outbox, INIT_GO);
    put_u32(&outbox, 9);
    put_terms(&outbox, 0, "/");
    CHECK(dispatch(&outbox) == HANDLED);
    frame_begin(&outbox, INIT_INPUT);
    put_u32(&outbox, 1);
    put_u8(&outbox, 3);
    put_u8(&outbox, 0);
    put_u8(&outbox, 0);
    CHECK(dispatch(&outbox) == HANDLED_LATER);
    frame_begin(&outbox, INIT_INPUT);
    put_u32(&outbox, 1);
    put_u8(&outbox, 1);
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    frame_begin(&outbox, INIT_SIGNAL);
    put_u32(&outbox, 1);
    put_u32(&outbox, 0);
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    frame_begin(&outbox, INIT_PUT);
    put_u32(&outbox, 1);
    put_string(&outbox, path, 4095);
    put_u32(&outbox, 0644);
    put_u64(&outbox, 3);
    CHECK(dispatch(&outbox) == HANDLED);
    frame_begin(&outbox, INIT_PUT);
    put_u32(&outbox, 1);
    put_string(&outbox, path, 4096);
    put_u32(&outbox, 0644);
    put_u64(&outbox, 3);
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    frame_begin(&outbox, INIT_DATA);
    put_u32(&outbox, 4);
    CHECK(dispatch(&outbox) == HANDLED);
    frame_begin(&outbox, INIT_LIST);
    put_u32(&outbox, 4);
    put_string(&outbox, "/", 1);
    put_u32(&outbox, 5);
    put_u32(&outbox, 7);
    CHECK(dispatch(&outbox) == HANDLED);
    frame_begin(&outbox, INIT_GET);
    put_u32(&outbox, 4);
    put_string(&outbox, "/a\0b", 4);
    put_u8(&outbox, 1);
    put_u64(&outbox, 7);
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    frame_begin(&outbox, INIT_READY);
    CHECK(dispatch(&outbox) == HANDLED_BAD);
    free(outbox.data);
}

static void input_is_queued(void)
{
    int ends[2];
    static uint8_t block[100000];
    CHECK(pipe2(ends, O_NONBLOCK) == 0);
    struct input input = {.fd = ends[1]};
    CHECK(input_add(&input, bytes_of(block, sizeof block)));
    CHECK(input_flush(&input) == 65536 && input_queued(&input) == sizeof block - 65536);
    CHECK(input_add(&input, bytes_of(block, 10)));
    input_end(&input);
    CHECK(input.fd >= 0 && read(ends[0], block, 65536) == 65536);
    CHECK(input_flush(&input) == sizeof block - 65536 + 10 && input.fd == -1 && input.data == NULL);
    close(ends[0]);
    CHECK(pipe2(ends, O_NONBLOCK) == 0);
    close(ends[0]);
    input = (struct input){.fd = ends[1]};
    signal(SIGPIPE, SIG_IGN);
    CHECK(input_add(&input, bytes_of(block, 10)) && input_flush(&input) == 10 && input.fd == -1);
}

static void our_own_input_is_not_credited(void)
{
    int ends[2];
    static uint8_t block[65536];
    CHECK(pipe2(ends, O_NONBLOCK) == 0 && write(ends[1], block, sizeof block) == sizeof block);
    struct input input = {.fd = ends[1]};
    CHECK(input_add(&input, bytes_of(block, 10)) && input_add_own(&input, 4) && input_add(&input, bytes_of(block, 5)));
    CHECK(input_queued(&input) == 16 && input_owed(&input) == 15 && input_flush(&input) == 0);
    CHECK(read(ends[0], block, sizeof block) == sizeof block);
    CHECK(input_flush(&input) == 15 && input_owed(&input) == 0);
    close(ends[0]);
    CHECK(input_add_own(&input, 4) && input_flush(&input) == 0 && input.fd == -1);
}

static struct output paced_output(int fd, bool packets)
{
    struct output output = {.fd = fd, .stream = 1, .cap = UINT64_MAX, .paced = true, .packets = packets};
    return output;
}

static void a_window_holds_its_stream(void)
{
    int ends[2];
    static uint8_t block[65536];
    struct outbox outbox = {.limit = 1048576};
    CHECK(pipe2(ends, O_NONBLOCK) == 0);
    struct output output = paced_output(ends[0], false);
    CHECK(!output_taken(&output, 1));
    for (int i = 0; i < 4; i++) {
        CHECK(!output_held(&output) && write(ends[1], block, sizeof block) == sizeof block);
        CHECK(output_relay(&output, 7, &outbox, SIZE_MAX) == RELAY_MORE);
    }
    CHECK(output.sent == OUTPUT_WINDOW && output_held(&output) && write(ends[1], block, 100) == 100);
    CHECK(output_relay(&output, 7, &outbox, SIZE_MAX) == RELAY_FULL);
    CHECK(output_taken(&output, 60) && !output_held(&output));
    CHECK(output_relay(&output, 7, &outbox, SIZE_MAX) == RELAY_MORE && output.sent == OUTPUT_WINDOW + 60);
    CHECK(!output_taken(&output, OUTPUT_WINDOW + 1) && output_taken(&output, OUTPUT_WINDOW));
    CHECK(output_relay(&output, 7, &outbox, SIZE_MAX) == RELAY_MORE && output.sent == OUTPUT_WINDOW + 100);
    output.cap = output.produced;
    CHECK(output_taken(&output, 40) && write(ends[1], block, sizeof block) == sizeof block && !output_held(&output));
    CHECK(output_relay(&output, 7, &outbox, SIZE_MAX) == RELAY_MORE && output.sent == OUTPUT_WINDOW + 100);
    close(ends[0]);
    close(ends[1]);
    free(outbox.data);
}

static void packets_are_whole(void)
{
    int ends[2];
    struct outbox outbox = {.limit = 1048576};
    CHECK(pipe2(ends, O_NONBLOCK | O_DIRECT) == 0 && write(ends[1], "one", 3) == 3 && write(ends[1], "second", 6) == 6);
    struct output output = paced_output(ends[0], true);
    CHECK(output_relay(&output, 7, &outbox, SIZE_MAX) == RELAY_MORE && output.sent == 3);
    output.cap = 5;
    CHECK(output_relay(&output, 7, &outbox, SIZE_MAX) == RELAY_MORE && output.sent == 5 && output.produced == 9);
    CHECK(memcmp(pending(&outbox).data + 13, "\0\0\0\x08\x53\0\0\0\7\1se", 12) == 0);
    output.cap = UINT64_MAX;
    output.sent = OUTPUT_WINDOW - 65535;
    CHECK(output_held(&output));
    output.sent--;
    CHECK(!output_held(&output));
    close(ends[0]);
    close(ends[1]);
    free(outbox.data);
}

static void output_is_relayed_and_drained(void)
{
    int ends[2];
    struct outbox outbox = {.limit = 524288};
    CHECK(pipe2(ends, O_NONBLOCK) == 0 && write(ends[1], "hello world", 11) == 11);
    struct output output = {.fd = ends[0], .stream = 2, .cap = 5};
    CHECK(output_relay(&output, 7, &outbox, SIZE_MAX) == RELAY_MORE && output.produced == 5);
    CHECK(memcmp(pending(&outbox).data, "\0\0\0\x0b\x53\0\0\0\7\2hello", 15) == 0);
    CHECK(!output_over_cap(&output) && !output_needs_room(&output));
    CHECK(output_relay(&output, 7, &outbox, 2) == RELAY_MORE && output.produced == 7 && output_over_cap(&output));
    CHECK(output_relay(&output, 7, &outbox, SIZE_MAX) == RELAY_MORE && output.produced == 11);
    CHECK(output_relay(&output, 7, &outbox, SIZE_MAX) == RELAY_EMPTY);
    output.cap = 20;
    outbox.end = outbox.start + 524288 - BULK_ROOM + 1;
    CHECK(output_relay(&output, 7, &outbox, SIZE_MAX) == RELAY_FULL);
    outbox.end = outbox.start;
    close(ends[1]);
    CHECK(output_relay(&output, 7, &outbox, SIZE_MAX) == RELAY_END && output.fd == -1);
    free(outbox.data);
}

static void the_stat_of_a_process(void)
{
    pid_t parent = 0;
    uint64_t start_time = 0;
    CHECK(process_stat(getpid(), &parent, &start_time) && parent == getppid() && start_time > 0);
    CHECK(!process_stat(0, &parent, &start_time));
}

int main(void)
{
    /* As in init, descriptor 1 is where splice drains to; what the tests say goes to 2. */
    int null = open("/dev/null", O_RDWR);
    int out = dup(STDOUT_FILENO);
    report = fdopen(out, "w");
    dup2(null, STDOUT_FILENO);
    numbers_are_big_endian();
    extremes_of_signed_numbers();
    strings_are_bounded();
    vectors_are_terminated();
    frames_arrive_in_pieces();
    lengths_out_of_bounds_are_bad();
    the_largest_frame_fits();
    the_outbox_is_bounded();
    the_outbox_goes_on_where_the_socket_stopped();
    an_unfinished_frame_survives_compaction();
    reports_of_bubblewrap();
    start_is_decoded();
    an_adoptable_start_has_a_path();
    start_is_checked();
    the_short_launcher_frames();
    exec_is_decoded();
    who_kills_the_rest_keeps_nothing();
    a_terminal_has_a_size();
    taken_names_an_output_stream();
    a_lease_has_three_times();
    setup_is_checked();
    the_other_init_frames();
    input_is_queued();
    our_own_input_is_not_credited();
    a_window_holds_its_stream();
    packets_are_whole();
    output_is_relayed_and_drained();
    the_stat_of_a_process();
    fprintf(report, "%d passed, %d failed\n", passed, failed);
    fclose(report);
    return failed == 0 ? 0 : 1;
}
