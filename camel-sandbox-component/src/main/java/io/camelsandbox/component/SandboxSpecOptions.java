package io.camelsandbox.component;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** What a sandbox that stays is made from, how long it stays, and by which words it is found. */
@UriParams
@Configurer(extended = true)
public class SandboxSpecOptions {

    @UriParam(
            description =
                    "The root file system of the sandbox that run starts: a name that the engine knows. The default is the engine's own.")
    private String image;

    @UriParam(
            description =
                    "Words, with commas between them: run gives them to its sandbox; list, and logs without sandboxId, take the sandboxes that have all of them. In a YAML step it is a list, whose values may be expressions.")
    private String tags;

    @UriParam(
            label = "advanced",
            prefix = "annotations.",
            multiValue = true,
            description = "Notes that run keeps with its sandbox; in a YAML step the values may be expressions.")
    private Map<String, Object> annotations = new LinkedHashMap<>();

    @UriParam(
            label = "security",
            description =
                    "Secrets in the environment of the sandbox that run starts, with commas between them: VARIABLE=store:name, or VARIABLE=store:name#field for a part of one. A store is a bean of type SecretProvider, by its name in the registry.")
    private String secrets;

    @UriParam(
            prefix = "mountedFiles.",
            multiValue = true,
            security = "secret",
            description =
                    "Files that the sandbox that run starts has from its start and cannot change: absolute path to content.")
    private Map<String, Object> mountedFiles = new LinkedHashMap<>();

    @UriParam(
            description =
                    "Scratch volumes of the sandbox that run starts, with commas between them: name:/folder, name:/folder:64Mi with a size, name:/folder:64Mi:memory or :disk with what it is made of. Snapshots are taken of them.")
    private String volumes;

    @UriParam(
            description =
                    "The longest that the sandbox that run starts lives. A plain number is seconds. The default is the engine's own.")
    private String maxLifetime;

    @UriParam(
            description =
                    "How long the sandbox that run starts may go without an operation of this component before it is stopped; operations that run, and logs that are followed, count. A plain number is seconds. The default is no such time.")
    private String idleTimeout;

    @UriParam(
            enums = "route,context,nothing",
            defaultValue = "route",
            description =
                    "With what the sandbox that run starts is stopped: with its route, with the context, or with nothing, which needs an engine whose sandboxes outlive this process. Without a route, route means context.")
    private String stopWith = "route";

    public String getImage() {
        return image;
    }

    public void setImage(String image) {
        this.image = image;
    }

    public String getTags() {
        return tags;
    }

    public void setTags(String tags) {
        this.tags = tags;
    }

    public Map<String, Object> getAnnotations() {
        return annotations;
    }

    public void setAnnotations(Map<String, Object> annotations) {
        this.annotations = annotations;
    }

    public String getSecrets() {
        return secrets;
    }

    public void setSecrets(String secrets) {
        this.secrets = secrets;
    }

    public Map<String, Object> getMountedFiles() {
        return mountedFiles;
    }

    public void setMountedFiles(Map<String, Object> mountedFiles) {
        this.mountedFiles = mountedFiles;
    }

    public String getVolumes() {
        return volumes;
    }

    public void setVolumes(String volumes) {
        this.volumes = volumes;
    }

    public String getMaxLifetime() {
        return maxLifetime;
    }

    public void setMaxLifetime(String maxLifetime) {
        this.maxLifetime = maxLifetime;
    }

    public String getIdleTimeout() {
        return idleTimeout;
    }

    public void setIdleTimeout(String idleTimeout) {
        this.idleTimeout = idleTimeout;
    }

    public String getStopWith() {
        return stopWith;
    }

    public void setStopWith(String stopWith) {
        this.stopWith = stopWith;
    }
}
