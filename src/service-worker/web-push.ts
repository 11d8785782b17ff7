// Shows web push notifications and opens their page on click. The encrypted message contains the
// translated text, because a worker has no catalog.

interface PushMessage {
  id: string;
  title: string;
  body: string;
  link: string;
}

interface Page {
  url: string;
  focus(): Promise<Page>;
  postMessage(message: unknown): void;
}

declare const self: {
  location: { origin: string };
  registration: { showNotification(title: string, options: object): Promise<void> };
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<Page | null>;
  };
  addEventListener(
    type: "push" | "notificationclick",
    listener: (event: {
      data: { json(): unknown } | null;
      notification: { close(): void; data: { link?: string } | null };
      waitUntil(work: Promise<unknown>): void;
    }) => void,
  ): void;
};

function messageIn(data: { json(): unknown } | null): PushMessage {
  const nothing = { id: "", title: "Betaflock", body: "", link: "/notifications" };
  try {
    return { ...nothing, ...(data?.json() as Partial<PushMessage> | undefined) };
  } catch {
    // Browsers require a notification for each push, even an unreadable one.
    return nothing;
  }
}

/** Navigates an open page or opens one. Accepts only internal paths. */
async function open(link: string): Promise<void> {
  const url = new URL(link, self.location.origin);
  const own = url.origin === self.location.origin ? url.href : `${self.location.origin}/notifications`;
  const [page] = await self.clients.matchAll({ type: "window", includeUncontrolled: false });
  if (!page) {
    await self.clients.openWindow(own);
    return;
  }
  page.postMessage({ type: "OPEN", path: own.slice(self.location.origin.length) });
  await page.focus();
}

export function listenForPush(): void {
  self.addEventListener("push", (event) => {
    const { id, title, body, link } = messageIn(event.data);
    const options = { body, tag: id, icon: "/icons/icon-192.png", badge: "/icons/icon-192.png", data: { link } };
    event.waitUntil(self.registration.showNotification(title, options));
  });
  self.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data?.link ?? "/notifications"));
  });
}
