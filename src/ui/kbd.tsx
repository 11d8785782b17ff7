export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid min-w-6 place-items-center rounded-sm border border-line-strong bg-raised px-1.5 font-sans text-muted text-xs">
      {children}
    </kbd>
  );
}
