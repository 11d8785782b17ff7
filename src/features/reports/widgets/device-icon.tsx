import { deviceIcon } from "../labels.ts";

/** @param device all that is known of it, in words: name, platform, system */
export function DeviceIcon({ device, className }: { device: string; className?: string }) {
  const Icon = deviceIcon(device);
  return <Icon aria-hidden className={className} />;
}
