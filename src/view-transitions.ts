// A transition between pages that is skipped (a second click, a hidden tab, a turned phone) rejects promises that the
// router does not look at. The page has changed all the same: that is no error, and must not be reported as one.

export function quietSkippedTransitions(): void {
  const start = document.startViewTransition?.bind(document);
  if (!start) return;
  document.startViewTransition = (update) => {
    const transition = start(update);
    const skipped = () => undefined;
    transition.ready.catch(skipped);
    transition.finished.catch(skipped);
    return transition;
  };
}
