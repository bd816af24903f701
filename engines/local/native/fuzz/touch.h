/* Reads every byte that a decoder hands out, so that a sanitizer sees one that is not there. */
#ifndef TOUCH_H
#define TOUCH_H

#include <stdlib.h>
#include <string.h>

#include "../src/frame.h"

static volatile unsigned touched;

static inline void touch(struct bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++) {
        touched += bytes.data[i];
    }
}

static inline void touch_text(struct bytes text)
{
    char *copy = text_copy(text);
    touched += (unsigned)strlen(copy);
    free(copy);
}

static inline void touch_texts(struct list list)
{
    char **vector = texts_vector(list);
    for (char **at = vector; vector != NULL && *at != NULL; at++) {
        touched += (unsigned)strlen(*at);
    }
    free(vector);
}

/* The input as a stream, arriving in two pieces, through the same buffer as in the program. */
static inline void each_frame(const uint8_t *data, size_t size, bool (*take)(struct bytes frame))
{
    static struct inbox inbox;
    size_t pieces[] = {size / 2, size - size / 2};
    inbox.start = inbox.end = 0;
    for (int piece = 0; piece < 2; piece++) {
        struct bytes frame;
        enum inbox_state state;
        if (pieces[piece] > sizeof inbox.data - inbox.end) {
            return;
        }
        memcpy(inbox.data + inbox.end, data, pieces[piece]);
        inbox.end += pieces[piece];
        data += pieces[piece];
        while ((state = inbox_peek(&inbox, &frame)) == INBOX_FRAME) {
            /* A copy of its exact size: one byte beyond is a fault. */
            uint8_t *exact = malloc(frame.size);
            memcpy(exact, frame.data, frame.size);
            bool taken = take((struct bytes){exact, frame.size});
            free(exact);
            if (!taken) {
                return;
            }
            inbox_consume(&inbox, frame);
        }
        if (state == INBOX_BAD) {
            return;
        }
    }
}

#endif
