import { deviceIcon } from "../report-labels.ts";

/** @param device name, platform and system as text */
export function DeviceIcon({ device, className }: { device: string; className?: string }) {
  const Icon = deviceIcon(device);
  return <Icon aria-hidden className={className} />;
}
