/** OpenSSL's codes and, where a library keeps only the message, its words. */
const REASONS: [RegExp, string][] = [
  [
    /SELF_SIGNED|UNABLE_TO_(?:VERIFY_LEAF|GET_ISSUER)|self-signed certificate|unable to (?:verify the first|get local issuer)/,
    'its certificate is not trusted: set NODE_EXTRA_CA_CERTS to the file of the authority that signed it, and restart',
  ],
  [/CERT_HAS_EXPIRED|certificate has expired/, 'its certificate has expired'],
  [/CERT_NOT_YET_VALID|certificate is not yet valid/, 'its certificate is not valid yet, or the clock here is wrong'],
  [/ALTNAME_INVALID|does not match certificate/, 'its certificate is for another name'],
];

/** What is wrong with the certificate of a server, as the end of a sentence; undefined for any other error. */
export const certificateProblem = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const said = `${'code' in error ? String(error.code) : ''} ${error.message}`;
  return REASONS.find(([pattern]) => pattern.test(said))?.[1] ?? certificateProblem(error.cause);
};
