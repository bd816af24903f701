package io.camelsandbox.engine.local;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Starts a class of this class path in a JVM of its own. */
public final class ChildJvm {

    private final List<String> prefix = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private String classPath = System.getProperty("java.class.path");

    /** Runs it as another user, with a copy of the class path in {@code folder}, which that user must be able to read. */
    public ChildJvm as(int uid, Path folder) throws IOException {
        prefix.addAll(List.of("setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups", "--"));
        var copies = new ArrayList<Path>();
        for (String entry : classPath.split(File.pathSeparator)) {
            copies.add(copy(Path.of(entry), folder.resolve("cp" + copies.size())));
        }
        classPath = copies.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return this;
    }

    /** Runs it by a command that changes something first; the JVM's own command follows. */
    ChildJvm inside(String... command) {
        prefix.addAll(List.of(command));
        return this;
    }

    public ChildJvm option(String option) {
        options.add(option);
        return this;
    }

    /** Its output goes to {@code log}. */
    public Process start(Class<?> main, Path log, String... args) throws IOException {
        var command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    private static Path copy(Path from, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            return Files.exists(from) ? Files.copy(from, Path.of(to + ".jar")) : from;
        }
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(folder).toString()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
                return FileVisitResult.CONTINUE;
            }
        });
        return to;
    }
}
