import { spawnSync } from "node:child_process";

/** Mounts a small file system in memory at `folder`. Null: the system does not allow it (it needs root). */
export function mountMemory(folder: string, options: string): (() => void) | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return null;
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
  if (mounted.status !== 0) return null;
  return () => {
    spawnSync("umount", ["-l", folder]);
  };
}
