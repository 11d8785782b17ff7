import type { ManifestOptions } from "vite-plugin-pwa";

const icon = { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" };
const pictures = {
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/webp": [".webp"],
  "image/gif": [".gif"],
};
const videos = { "video/mp4": [".mp4"], "video/webm": [".webm"], "video/quicktime": [".mov"] };

export const manifest: Partial<ManifestOptions> = {
  id: "/",
  name: "Betaflock",
  short_name: "Betaflock",
  description: "Beta testing that works offline: campaigns, testers, feedback and rewards.",
  lang: "en",
  dir: "ltr",
  // Redirects to the user's home, unlike the landing page.
  start_url: "/login",
  scope: "/",
  display: "standalone",
  display_override: ["standalone", "minimal-ui"],
  // A single window, since two would write the same drafts.
  launch_handler: { client_mode: ["navigate-existing", "auto"] },
  theme_color: "#f6f7f9",
  background_color: "#f6f7f9",
  categories: ["productivity", "developer"],
  icons: [
    icon,
    { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
  screenshots: [
    {
      src: "/screenshots/review.png",
      sizes: "1440x900",
      type: "image/png",
      form_factor: "wide",
      label: "Reports of a campaign, one of them open beside the list",
    },
    {
      src: "/screenshots/tester.png",
      sizes: "780x1688",
      type: "image/png",
      form_factor: "narrow",
      label: "A tester's dashboard on a phone",
    },
  ],
  // Other roles are redirected to their home with a notice.
  shortcuts: [
    { name: "Available Tests", url: "/tester/tests", icons: [icon] },
    { name: "My Campaigns", url: "/developer/campaigns", icons: [icon] },
    { name: "Notifications", url: "/notifications", icons: [icon] },
    { name: "File Storage", url: "/developer/storage", icons: [icon] },
  ],
  // Handled by `src/service-worker/share-target.ts`.
  share_target: {
    action: "/share",
    method: "POST",
    enctype: "multipart/form-data",
    params: {
      title: "title",
      text: "text",
      url: "url",
      files: [
        { name: "files", accept: [...Object.keys({ ...pictures, ...videos }), "image/*", "video/*", "text/plain"] },
      ],
    },
  },
  file_handlers: [{ action: "/tester/share", accept: { ...pictures, ...videos } }],
};
