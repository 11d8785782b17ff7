import { Laptop, MonitorSmartphone, Smartphone, Tablet } from "lucide-react";

// A name or a system as people write them: "Galaxy Book · Windows 11" is no phone, so computers are
// asked for first.
const kinds = [
  [Tablet, /\b(ipad|ipados|tablet|galaxy tab)\b/i],
  [Laptop, /\b(windows|macos|mac os|macbook|imac|mac|linux|ubuntu|chromeos|chromebook|laptop|notebook|pc)\b/i],
  [Smartphone, /\b(android|ios|iphone|pixel|galaxy|phone|fairphone|xiaomi|redmi|oneplus|motorola|moto|huawei)\b/i],
] as const;

/** @param device all that is known of it, in words: name, platform, system */
export function DeviceIcon({ device, className }: { device: string; className?: string }) {
  const Icon = kinds.find(([, words]) => words.test(device))?.[0] ?? MonitorSmartphone;
  return <Icon aria-hidden className={className} />;
}
