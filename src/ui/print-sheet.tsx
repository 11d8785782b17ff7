// Replaces the screen in print, without navigation and dark colors.
import { type ReactNode, useEffect } from "react";
import { createPortal } from "react-dom";

export function PrintSheet({ children }: { children: ReactNode }) {
  useEffect(() => {
    const page = document.getElementById("root");
    page?.classList.add("print:hidden");
    return () => page?.classList.remove("print:hidden");
  }, []);
  return createPortal(
    <div className="hidden bg-white text-text print:block" style={{ colorScheme: "light" }}>
      {children}
    </div>,
    document.body,
  );
}
