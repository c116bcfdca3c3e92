/** `URL.parse`, which the oldest browsers lack. Undefined when the value is no address. */
export const parseUrl = (value: string, base?: string): URL | undefined => {
  try {
    return new URL(value, base);
  } catch {
    return undefined;
  }
};
