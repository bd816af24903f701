package io.camelsandbox.code;

import io.camelsandbox.ByteSize;
import io.camelsandbox.Limits;
import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.OutputGlobs;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Names of files in the workspace: plain relative paths that mean the same to every system and every reader. */
final class FileNames {

    private static final int LONGEST_NAME = 4000;
    private static final int LONGEST_PART = 255;
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:.*", Pattern.DOTALL);

    private FileNames() {}

    /** @throws SandboxRefusedException when a name may not be, or the files do not fit into the workspace */
    static void checkInputs(Map<String, byte[]> files, Limits limits) {
        long bytes = 0;
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            check("input file", file.getKey());
            if (file.getValue() == null) {
                throw new SandboxRefusedException("input file '" + Quoted.text(file.getKey()) + "' has no content");
            }
            bytes += file.getValue().length;
        }
        checkNoFileIsAFolder(files);
        if (bytes > limits.disk()) {
            throw new SandboxRefusedException("the input files are " + ByteSize.format(bytes)
                    + " together and do not fit into disk=" + ByteSize.format(limits.disk()));
        }
        if (files.size() > limits.files()) {
            throw new SandboxRefusedException(
                    "there are " + files.size() + " input files, which do not fit into files=" + limits.files());
        }
    }

    /** @throws SandboxRefusedException when a glob is malformed or could mean a file outside the workspace */
    static void checkGlobs(List<String> globs) {
        for (String glob : globs) {
            check("output file", glob);
            try {
                new OutputGlobs(List.of(glob));
            } catch (IllegalArgumentException e) {
                throw new SandboxRefusedException("output file '" + Quoted.text(glob) + "': " + e.getMessage());
            }
        }
    }

    private static void checkNoFileIsAFolder(Map<String, byte[]> files) {
        String file = null;
        for (String name : new TreeSet<>(files.keySet())) {
            for (int slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
                if (files.containsKey(name.substring(0, slash))) {
                    file = name.substring(0, slash);
                    throw new SandboxRefusedException(
                            "input file '" + Quoted.text(file) + "' is also the folder of '" + Quoted.text(name) + "'");
                }
            }
        }
    }

    private static void check(String what, String name) {
        String fault = fault(name);
        if (fault != null) {
            throw new SandboxRefusedException(what + " '" + Quoted.text(name) + "' " + fault);
        }
    }

    private static String fault(String name) {
        if (name.isEmpty()) {
            return "has an empty name";
        }
        if (name.startsWith("/") || DRIVE.matcher(name).matches()) {
            return "must be a path relative to the workspace";
        }
        if (name.indexOf('\\') >= 0) {
            return "must have / between its parts: a backslash is no separator";
        }
        if (name.codePoints().anyMatch(FileNames::isDeceptive)) {
            return "holds a control character, or one that turns the direction of text";
        }
        if (hasLoneSurrogate(name)) {
            return "holds half a surrogate pair, which cannot be UTF-8";
        }
        if (Texts.utf8Length(name) > LONGEST_NAME) {
            return "is longer than " + LONGEST_NAME + " bytes";
        }
        for (String part : name.split("/", -1)) {
            String faultOfPart = faultOfPart(part);
            if (faultOfPart != null) {
                return faultOfPart;
            }
        }
        return null;
    }

    private static String faultOfPart(String part) {
        if (part.isEmpty()) {
            return "must not end with / or hold //";
        }
        if (part.equals(".") || part.equals("..")) {
            return "must not hold the part " + part;
        }
        if (isBlank(part.codePointAt(0)) || isBlank(part.codePointBefore(part.length()))) {
            return "must not begin or end a part with a blank";
        }
        return Texts.utf8Length(part) > LONGEST_PART ? "has a part longer than " + LONGEST_PART + " bytes" : null;
    }

    private static boolean isBlank(int character) {
        return Character.isWhitespace(character) || Character.isSpaceChar(character);
    }

    private static boolean isDeceptive(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            case Character.FORMAT ->
                character == 0x061C
                        || character == 0x200E
                        || character == 0x200F
                        || character >= 0x202A && character <= 0x202E
                        || character >= 0x2066 && character <= 0x2069;
            default -> false;
        };
    }

    private static boolean hasLoneSurrogate(String name) {
        return name.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
