package io.camelsandbox.engine.local.store;

import io.camelsandbox.SandboxRefusedException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;

/**
 * The place of an item in a list, the youngest first. It stays where it is whatever comes and goes, so a list that is
 * read in pages has nothing twice.
 *
 * @param created when the item was made
 * @param id      its id, which decides between those of one moment
 */
record PageToken(Instant created, String id) implements Comparable<PageToken> {

    private static final Comparator<PageToken> YOUNGEST_FIRST = Comparator.comparing(PageToken::created)
            .thenComparing(PageToken::id)
            .reversed();

    /** Reads what {@link #text()} wrote; anything else is refused. */
    static PageToken parse(String text) {
        try {
            String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            String[] parts = plain.split(" ", 2);
            return new PageToken(Instant.parse(parts[0]), parts[1]);
        } catch (IllegalArgumentException | DateTimeException | ArrayIndexOutOfBoundsException e) {
            throw new SandboxRefusedException("this page token was not given by this engine");
        }
    }

    String text() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((created + " " + id).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int compareTo(PageToken other) {
        return YOUNGEST_FIRST.compare(this, other);
    }
}
