import { Plural } from "@lingui/react/macro";

/** A count from a row, which is updated once a night. */
export const AboutDownloads = ({ count }: { count: number }) => (
  <Plural value={count} _0="No downloads yet" one="About # download" other="About # downloads" />
);
