package io.camelsandbox.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A page of the documentation. The tests stand in the project's folder, as its reader does. */
record Page(Path file, List<String> lines) {

    /** README and everything in docs. */
    static List<Page> all() {
        try (Stream<Path> docs = Files.list(Path.of("docs"))) {
            return Stream.concat(Stream.of(Path.of("README.md")), docs.sorted())
                    .filter(file -> file.toString().endsWith(".md"))
                    .map(Page::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Page read(Path file) {
        try {
            return new Page(file, Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The fenced blocks, in their order. */
    List<Block> blocks() {
        var blocks = new ArrayList<Block>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("```")) {
                int end = i + 1;
                while (!lines.get(end).equals("```")) {
                    end++;
                }
                blocks.add(new Block(
                        this,
                        i + 1,
                        lines.get(i).substring(3).strip(),
                        String.join("\n", lines.subList(i + 1, end)) + "\n",
                        directives(i)));
                i = end;
            }
        }
        return blocks;
    }

    /** The comments right above a block: a reader of the rendered page does not see them. */
    private List<String> directives(int fence) {
        var directives = new ArrayList<String>();
        for (int i = fence - 1; i >= 0 && lines.get(i).startsWith("<!-- "); i--) {
            directives.add(
                    0, lines.get(i).substring(5, lines.get(i).length() - 4).strip());
        }
        return directives;
    }
}
