/** Shown in full, so that it can be copied and compared. */
export function Checksum({ value }: { value: string }) {
  return (
    <span className="block break-all text-xs">
      SHA-256 <code className="font-mono">{value}</code>
    </span>
  );
}
