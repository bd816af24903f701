package io.camelsandbox.sandbox.spec;

import io.camelsandbox.SandboxRefusedException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A compose file that a sandbox is made from.
 *
 * @param contents         the YAML, at most 256 KiB; not copied
 * @param primaryService   the service that is the main container
 * @param imageOverrides   service → image
 * @param defaultResources of services that say none
 */
public record ComposeFile(
        byte[] contents,
        String primaryService,
        Map<String, String> imageOverrides,
        Optional<ResourceOptions> defaultResources) {

    private static final int LARGEST = 256 << 10;

    public ComposeFile {
        Objects.requireNonNull(primaryService);
        imageOverrides = Map.copyOf(imageOverrides);
        if (contents.length > LARGEST) {
            throw new SandboxRefusedException(
                    "a compose file of " + contents.length + " bytes is over the cap of " + LARGEST);
        }
        if (defaultResources.flatMap(ResourceOptions::gpu).isPresent()) {
            throw new SandboxRefusedException("default_resources of a compose file cannot have a gpu");
        }
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "ComposeFile[" + contents.length + " bytes]";
    }
}
