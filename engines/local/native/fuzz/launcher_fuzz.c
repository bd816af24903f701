/* Any bytes as the control connection of the launcher, and as bubblewrap's report. */
#include "../src/launcher_frames.h"
#include "touch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void on_start(void *context, const struct start_request *request)
{
    (void)context;
    struct list folders = request->folders;
    for (uint32_t i = 0; i < folders.count; i++) {
        struct folder folder = read_folder(&folders.items);
        touch_text(folder.name);
        if (folders.items.bad || folder.name.size == 0 || memchr(folder.name.data, '/', folder.name.size) != NULL) {
            abort();
        }
    }
    if (request->adoptable != (request->listen_path.size > 0) || request->listen_path.size >= LISTEN_PATH_MAX) {
        abort();
    }
    touch_text(request->listen_path);
    touch_texts(request->groups);
    touch_texts(request->argv);
}

static void on_sandbox(void *context, uint64_t sandbox)
{
    (void)context;
    touched += (unsigned)sandbox;
}

static const struct launcher_handler handler = {on_start, on_sandbox, on_sandbox};

static bool take(struct bytes frame)
{
    return launcher_dispatch(frame, &handler, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    each_frame(data, size, take);
    if (report_child_pid((const char *)data, size, false) < 0 || report_child_pid((const char *)data, size, true) < 0) {
        abort();
    }
    return 0;
}
