// What this project uses of nodemailer, which brings no types of its own.
declare module "nodemailer" {
  interface Transport {
    sendMail(mail: Readonly<Record<string, unknown>>): Promise<unknown>;
    /** Connects, says hello, logs in. */
    verify(): Promise<unknown>;
  }
  const nodemailer: {
    createTransport(options: Readonly<Record<string, unknown>>, defaults: Readonly<Record<string, unknown>>): Transport;
  };
  export default nodemailer;
}
