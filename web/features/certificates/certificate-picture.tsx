import { picturePath } from '#contract/certificates/certificate-texts.ts';

/** The certificate as it is printed. The page around it says the same in words. */
export const CertificatePicture = ({ code }: { code: string }) => (
  <img
    src={picturePath(code)}
    alt=""
    width={1600}
    height={1131}
    className="block aspect-[297/210] w-full rounded-field border border-line bg-base-300 shadow-sm"
  />
);
