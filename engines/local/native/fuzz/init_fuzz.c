/* Any bytes as the connection of an init. */
#include "../src/init_frames.h"
#include "touch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void touch_path(struct bytes path)
{
    touch_text(path);
    if (path.size == 0 || path.data[0] != '/' || memchr(path.data, 0, path.size) != NULL) {
        abort();
    }
}

static enum handled on_setup(void *context, const struct setup_request *request)
{
    (void)context;
    if (request->rlimit_count > RLIMITS_MAX || request->seccomp.size % FILTER_SIZE != 0) {
        abort();
    }
    touch(request->seccomp);
    return HANDLED;
}

static enum handled on_exec(void *context, const struct exec_request *request)
{
    (void)context;
    touch_texts(request->argv);
    touch_texts(request->env);
    touch_path(request->terms.cwd);
    return HANDLED;
}

static enum handled on_go(void *context, const struct go_request *request)
{
    (void)context;
    touch_path(request->terms.cwd);
    return HANDLED;
}

static enum handled on_input(void *context, const struct input_request *request)
{
    (void)context;
    touch(request->data);
    return request->data.size == 1 ? HANDLED_LATER : HANDLED;
}

static enum handled on_signal(void *context, const struct signal_request *request)
{
    (void)context;
    return request->number >= 1 && request->number <= 64 ? HANDLED : (abort(), HANDLED);
}

static enum handled on_put(void *context, const struct put_request *request)
{
    (void)context;
    touch_path(request->path);
    return HANDLED;
}

static enum handled on_data(void *context, const struct data_request *request)
{
    (void)context;
    touch(request->data);
    return HANDLED;
}

static enum handled on_list(void *context, const struct list_request *request)
{
    (void)context;
    touch_path(request->path);
    return HANDLED;
}

static enum handled on_get(void *context, const struct get_request *request)
{
    (void)context;
    touch_path(request->path);
    return HANDLED;
}

static enum handled on_taken(void *context, const struct taken_request *request)
{
    (void)context;
    return request->stream == 1 || request->stream == 2 ? HANDLED : (abort(), HANDLED);
}

static enum handled on_resize(void *context, const struct resize_request *request)
{
    (void)context;
    touched += request->size.columns + request->size.rows;
    return HANDLED;
}

static enum handled on_lease(void *context, const struct lease_request *request)
{
    (void)context;
    touched += request->patience_ms + request->grace_ms;
    return request->lifetime_ms <= LIFETIME_MAX_MS ? HANDLED : (abort(), HANDLED);
}

static enum handled on_end(void *context)
{
    (void)context;
    return HANDLED;
}

static const struct init_handler handler = {on_setup, on_exec, on_go,    on_input,  on_signal, on_put, on_data,
                                            on_list,  on_get,  on_taken, on_resize, on_lease,  on_end};

static bool take(struct bytes frame)
{
    return init_dispatch(frame, &handler, NULL) == HANDLED;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    each_frame(data, size, take);
    return 0;
}
