import { Trans, useLingui } from '@lingui/react/macro';
import { Link2, MessageCircle, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { copyText } from './text/copy-text.ts';
import { useMedia } from './use-media.ts';

/** Opens the share sheet of the phone; closing it is no failure. */
const openSheet = (shared: ShareData, whenItFails: () => void): void =>
  void navigator.share(shared).catch((error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') whenItFails();
  });

interface ShareLinkProps {
  url: string;
  title: string;
  /** Stands before the address in a message. */
  text: string;
  /** Sharing is the main thing to do here: its button is filled, and larger. */
  isMain?: boolean;
  className?: string;
  onShared?: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** Shares an address: with the share sheet of a phone that has one, in WhatsApp, or copied. */
export function ShareLink(props: ShareLinkProps) {
  const { t } = useLingui();
  const { url, title, text, isMain = false, className = 'flex flex-wrap gap-2', onShared, children } = props;
  const isPhone = useMedia('(pointer: coarse)');
  const hasSheet = isPhone && 'share' in navigator;
  const whatsApp = `https://wa.me/?text=${encodeURIComponent(`${text}: ${url}`)}`;
  const share = (): void => {
    openSheet({ title, text, url }, () => globalThis.location.assign(whatsApp));
    onShared?.();
  };
  const copy = (): void => {
    void copyText(url, t`Link copied`);
    onShared?.();
  };
  return (
    <div className={className}>
      {hasSheet && (
        <Button tone={isMain ? 'primary' : 'quiet'} size={isMain ? 'large' : 'normal'} onClick={share}>
          <Share2 size={18} aria-hidden="true" />
          <Trans>Share</Trans>
        </Button>
      )}
      <a
        href={whatsApp}
        target="_blank"
        rel="noreferrer"
        className={`btn ${isMain && !hasSheet ? 'btn-primary' : 'btn-quiet'} ${isMain ? 'btn-lg' : ''}`}
        onClick={onShared}
      >
        <MessageCircle size={18} aria-hidden="true" />
        <Trans>Share on WhatsApp</Trans>
      </a>
      <Button tone="quiet" onClick={copy}>
        <Link2 size={18} aria-hidden="true" />
        <Trans>Copy link</Trans>
      </Button>
      {children}
    </div>
  );
}

const isOnThisComputer = (address: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(address);

/** An address to read. It says when nobody else can open it. */
export const SharedAddress = ({ url }: { url: string }) => (
  <>
    <p className="rounded-field border border-line-strong px-3 py-2.5 text-sm break-all">{url}</p>
    {isOnThisComputer(url) && (
      <p className="mt-2 text-sm text-warning">
        <Trans>This address works only on this computer. Open your school at its public address to share it.</Trans>
      </p>
    )}
  </>
);
