package io.camelsandbox.docs;

import java.util.List;
import java.util.Optional;

/**
 * A fenced block of a page.
 *
 * @param page       where it is
 * @param line       the line of its fence
 * @param info       what stands behind its first fence, such as {@code yaml}
 * @param text       what it holds
 * @param directives what the comments above it say to the tests
 */
record Block(Page page, int line, String info, String text, List<String> directives) {

    /** The value of the directive {@code name: value}. */
    Optional<String> directive(String name) {
        return directives.stream()
                .filter(directive -> directive.startsWith(name + ": "))
                .map(directive -> directive.substring(name.length() + 2))
                .findFirst();
    }

    /** The text of the block that shows what this one prints: a {@code text} block of the page that comes next. */
    Optional<String> output() {
        List<Block> blocks = page.blocks();
        int next = blocks.indexOf(this) + 1;
        return next < blocks.size() && blocks.get(next).info().equals("text")
                ? Optional.of(blocks.get(next).text())
                : Optional.empty();
    }

    String place() {
        return page.file() + ":" + line;
    }

    // Two blocks are the same when they are at the same place; a page holds many and is large to compare.
    @Override
    public boolean equals(Object other) {
        return other instanceof Block block && place().equals(block.place());
    }

    @Override
    public int hashCode() {
        return place().hashCode();
    }
}
