/** What a page may load, as Content-Security-Policy. Only the checkout page may reach the payment provider. */
export interface PolicyFacts {
  /** Other origins of our own files: a configured public address, an object store. */
  ownOrigins: string[];
  checkoutScript: string;
}

const RAZORPAY_SCRIPT_ORIGIN = 'https://checkout.razorpay.com';

/** Razorpay publishes no list; these are the hosts of its own Magento module's content policy. */
const razorpayHosts = {
  script: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  frame: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  connect: ['https://lumberjack.razorpay.com', 'https://lumberjack-metrics.razorpay.com', 'https://api.razorpay.com'],
  image: ['https://cdn.razorpay.com', 'https://checkout.razorpay.com'],
  form: ['https://api.razorpay.com'],
};

const write = (directives: Record<string, string[]>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');

const strictDirectives = (ownOrigins: string[]): Record<string, string[]> => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:', ...ownOrigins],
  'media-src': ["'self'", 'blob:', ...ownOrigins],
  'font-src': ["'self'"],
  'connect-src': ["'self'", ...ownOrigins],
  'manifest-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
});

export const pagePolicy = ({ ownOrigins }: PolicyFacts): string => write(strictDirectives(ownOrigins));

/** The page that opens the payment window: its script, frame and calls, and inline styles, which the provider injects. */
export const checkoutPolicy = ({ ownOrigins, checkoutScript }: PolicyFacts): string => {
  const scriptOrigin = URL.parse(checkoutScript)?.origin;
  const hosts =
    scriptOrigin === RAZORPAY_SCRIPT_ORIGIN
      ? razorpayHosts
      : { script: [], frame: [], connect: [], image: [], form: [], ...originsOf(scriptOrigin) };
  const strict = strictDirectives(ownOrigins);
  const widen = (name: string, sources: string[]): string[] => [...(strict[name] ?? []), ...sources];
  return write({
    ...strict,
    'script-src': widen('script-src', hosts.script),
    'style-src': widen('style-src', ["'unsafe-inline'"]),
    'img-src': widen('img-src', hosts.image),
    'connect-src': widen('connect-src', hosts.connect),
    'form-action': widen('form-action', hosts.form),
    'frame-src': ["'self'", ...hosts.frame],
  });
};

const originsOf = (origin: string | undefined) =>
  origin === undefined ? {} : { script: [origin], frame: [origin], connect: [origin], image: [origin] };
