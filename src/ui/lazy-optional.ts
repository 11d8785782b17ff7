import { type ComponentType, lazy } from "react";

/** A component that loads on demand, and renders nothing if it cannot be loaded. */
export const lazyOptional = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy<ComponentType<P>>(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: () => null }),
    ),
  );
