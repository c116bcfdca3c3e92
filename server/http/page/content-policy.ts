/** Origins that a page may load from, by kind of file. */
export interface PageSources {
  script: readonly string[];
  frame: readonly string[];
  connect: readonly string[];
  image: readonly string[];
  form: readonly string[];
}

/** The Content-Security-Policy of a page. Only the checkout page may reach the payment provider. */
export interface PolicySources {
  /** Other origins of our own files: a configured public address, an object store. */
  ownOrigins: string[];
  /** Of the payment provider as it is set now. */
  checkout: () => Promise<PageSources>;
}

const write = (directives: Record<string, string[]>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');

const strictDirectives = (ownOrigins: string[]) => ({
  'default-src': ["'none'"],
  'object-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:', ...ownOrigins],
  'media-src': ["'self'", 'blob:', ...ownOrigins],
  'font-src': ["'self'"],
  'frame-src': ["'self'"],
  'connect-src': ["'self'", ...ownOrigins],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
});

export const pagePolicy = ({ ownOrigins }: PolicySources): string => write(strictDirectives(ownOrigins));

/** The service worker runs no scripts, and fetches the files of pages. */
export const workerPolicy = ({ ownOrigins }: PolicySources): string =>
  write({ 'default-src': ["'none'"], 'connect-src': ["'self'", ...ownOrigins] });

/**
 * The frame in which admins see emails: inline styles, images within the email, and links that open new tabs. Nothing runs or
 * loads, so that the page may write into the frame and read its height.
 */
export const emailFramePolicy = write({
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  'img-src': ['data:'],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'self'"],
  sandbox: ['allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox'],
});

/** The page that opens the payment window: its script, frame and calls, and inline styles, which the provider injects. */
export const checkoutPolicy = async ({ ownOrigins, checkout: sources }: PolicySources): Promise<string> => {
  const checkout = await sources();
  const strict = strictDirectives(ownOrigins);
  const widen = (name: keyof typeof strict, more: readonly string[]): string[] => [...strict[name], ...more];
  return write({
    ...strict,
    'script-src': widen('script-src', checkout.script),
    'style-src': widen('style-src', ["'unsafe-inline'"]),
    'img-src': widen('img-src', checkout.image),
    'connect-src': widen('connect-src', checkout.connect),
    'form-action': widen('form-action', checkout.form),
    'frame-src': widen('frame-src', checkout.frame),
  });
};
