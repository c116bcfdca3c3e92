import { errorFrom } from './api-error.ts';
import { addressOf, type EndpointName, type CallOptions, parse } from './call.ts';
import { readToken, tokenWasRefused } from './connection.ts';
import { unreachable } from './send.ts';

export interface DownloadedFile {
  name: string;
  content: Blob;
}

type Rest<K extends EndpointName> =
  object extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>];

const nameIn = (disposition: string | null, fallback: string): string =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? fallback;

/** Downloads a file from the API. Other responses are thrown as an ApiError. */
export async function download<K extends EndpointName>(
  name: K,
  fallbackFileName: string,
  ...rest: Rest<K>
): Promise<DownloadedFile> {
  const token = readToken();
  const [, path = ''] = name.split(' ');
  const response = await fetch(addressOf(path, rest[0] ?? {}), {
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  }).catch(() => {
    throw unreachable();
  });
  if (response.status !== 200) {
    const error = errorFrom(response.status, parse(await response.text()));
    if (token && response.status === 401) tokenWasRefused(token);
    throw error;
  }
  const content = await response.blob().catch(() => {
    throw unreachable();
  });
  return { name: nameIn(response.headers.get('content-disposition'), fallbackFileName), content };
}

/** The browser reads the object URL asynchronously. */
const KEEP_MS = 60_000;

/** Saves the file at an address through the browser's own download. */
export const saveFrom = ({ name, address }: { name: string; address: string }): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
};

/** Saves a file through the browser's own download. */
export const saveFile = ({ name, content }: DownloadedFile): void => {
  const address = URL.createObjectURL(content);
  saveFrom({ name, address });
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
};
