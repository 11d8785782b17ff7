// The used part of nodemailer, which has no type declarations.
declare module "nodemailer" {
  interface Transport {
    sendMail(mail: Readonly<Record<string, unknown>>): Promise<unknown>;
    verify(): Promise<unknown>;
  }
  const nodemailer: {
    createTransport(options: Readonly<Record<string, unknown>>, defaults: Readonly<Record<string, unknown>>): Transport;
  };
  export default nodemailer;
}
