/** A file part: bytes, the name that the sender gives it, and its declared type. */
export interface FilePart {
  bytes: Uint8Array;
  name: string;
  type: string;
}

export interface Multipart {
  payload: Buffer;
  headers: Record<string, string>;
}

/** A multipart body as a browser makes it, parts in the order given. */
export const multipart = async (parts: Record<string, string | FilePart>): Promise<Multipart> => {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') form.append(name, part);
    else form.append(name, new File([new Uint8Array(part.bytes)], part.name, { type: part.type }));
  }
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  };
};
