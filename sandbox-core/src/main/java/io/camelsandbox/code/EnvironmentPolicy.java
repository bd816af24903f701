package io.camelsandbox.code;

import io.camelsandbox.CodeRequest;
import io.camelsandbox.Quoted;
import io.camelsandbox.SandboxRefusedException;
import io.camelsandbox.engine.GuestLayout;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Which variables an execution sees: a few of the sandbox's own, those of this process that the request inherits by
 * name, and those that the request gives, the later over the earlier.
 */
final class EnvironmentPolicy {

    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern INHERITED = Pattern.compile("[A-Za-z0-9_*?]+");

    /** They tell of folders of the host, which the sandbox does not have: only their exact name inherits them. */
    private static final Set<String> PLACES = Set.of("HOME", "TMPDIR", "PWD", "OLDPWD");

    /** Read by the loader, the C library or an interpreter while it starts: too late when the request is read. */
    private static final Pattern ACTS_AT_START = Pattern.compile("LANG|LC_.*|TZ|TZDIR|LD_.*|MALLOC_.*|GLIBC_.*"
            + "|GCONV_PATH|LOCPATH|NODE_.*|UV_.*|V8_.*|ICU_DATA|OPENSSL_.*|SSL_CERT_.*|PYTHON.*");

    private final Map<String, String> own;

    /** A policy over the variables of this process. */
    EnvironmentPolicy(Map<String, String> own) {
        this.own = Map.copyOf(own);
    }

    /** @throws SandboxRefusedException when a name is no name of a variable or a value cannot be one */
    Environment environment(CodeRequest request, Path interpreter) {
        request.env().forEach(EnvironmentPolicy::check);
        var changes = new TreeMap<String, String>();
        request.inheritEnv().forEach(glob -> inherit(glob, changes));
        changes.putAll(request.env());

        var boot = new LinkedHashMap<String, String>();
        boot.put("PATH", pathFor(interpreter));
        boot.put("LANG", "C.UTF-8");
        boot.put("TZ", "UTC");
        boot.put("HOME", GuestLayout.HOME);
        boot.put("TMPDIR", GuestLayout.TMP);
        var later = new LinkedHashMap<String, String>();
        changes.forEach((name, value) -> {
            boolean atStart = ACTS_AT_START.matcher(name).matches();
            (atStart ? boot : later).put(name, value);
        });
        return new Environment(boot, later);
    }

    private static void check(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            throw new SandboxRefusedException("env name '" + Quoted.text(name)
                    + "' is no name of a variable: letters, digits and _ only, and no digit first");
        }
        Texts.requirePassable("env variable '" + Quoted.text(name) + "'", value);
    }

    private void inherit(String glob, Map<String, String> changes) {
        if (!INHERITED.matcher(glob).matches()) {
            throw new SandboxRefusedException("inheritEnv '" + Quoted.text(glob)
                    + "' is neither a name of a variable nor a glob of names with * and ?");
        }
        Pattern names = Pattern.compile(glob.replace("*", ".*").replace('?', '.'));
        own.forEach((name, value) -> {
            boolean named = name.equals(glob);
            boolean matched = names.matcher(name).matches()
                    && !PLACES.contains(name)
                    && NAME.matcher(name).matches();
            if (named || matched) {
                changes.put(name, value);
            }
        });
    }

    private static String pathFor(Path interpreter) {
        Path folder = interpreter.getParent();
        boolean known = folder == null || List.of(PATH.split(":")).contains(folder.toString());
        return known ? PATH : folder + ":" + PATH;
    }
}
