import { useEffect, useRef, useState } from 'react';

/** Before the height of the email is known. */
const FIRST_HEIGHT_PX = 480;

/**
 * An email as its reader sees it. Its styles are inline, which the content policy of pages forbids, so it is written into an
 * empty document with a policy of its own. Both that and the sandbox forbid scripts.
 */
export function EmailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [heightPx, setHeightPx] = useState(FIRST_HEIGHT_PX);

  useEffect(() => {
    const root = frame.current?.contentDocument?.documentElement;
    if (!isLoaded || !root) return undefined;
    root.innerHTML = `<base target="_blank">${html}`;
    const sizes = new ResizeObserver(() => setHeightPx(root.offsetHeight));
    sizes.observe(root);
    return () => sizes.disconnect();
  }, [html, isLoaded]);

  return (
    <iframe
      ref={frame}
      src="/email-frame.html"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      title={title}
      height={heightPx}
      className="block w-full"
      onLoad={() => setLoaded(true)}
    />
  );
}
