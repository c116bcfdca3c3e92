import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { writtenPath } from '#contract/pages.ts';
import { BrandMark, useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';

const social = [
  {
    id: 'facebook',
    name: 'Facebook',
    d: 'M13.6 21v-7.9h2.7l.4-3.1h-3.1V8.1c0-.9.3-1.5 1.6-1.5h1.6V3.8c-.3 0-1.3-.1-2.4-.1-2.4 0-4 1.4-4 4.1V10H7.7v3.1h2.7V21z',
  },
  {
    id: 'instagram',
    name: 'Instagram',
    d: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 2.6a4.4 4.4 0 1 1 0 8.8 4.4 4.4 0 0 1 0-8.8zm0 2a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8zm4.8-3.5a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2z',
  },
  {
    id: 'linkedin',
    name: 'LinkedIn',
    d: 'M4 9.2h3.4V20H4zM5.7 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm4 5.2H13v1.5c.5-.9 1.7-1.8 3.4-1.8 3.6 0 4.2 2.3 4.2 5.4V20h-3.4v-5c0-1.300 0-3-1.800-3s-2.100 1.400-2.100 2.900V20H9.700z',
  },
  {
    id: 'x',
    name: 'X',
    d: 'M3.500 4h5.100l3.900 5.300L17.100 4H20l-6.200 7.100L21 20h-5.100l-4.300-5.700L6.600 20H3.700l6.600-7.600zm3.700 1.700 9.500 12.600h1.500L8.700 5.700z',
  },
] as const;

type SocialIcon = (typeof social)[number];

function SocialLink({ id, name, d }: SocialIcon) {
  const address = useSite().socialLinks[id];
  const icon = (
    <svg viewBox="0 0 24 24" className="size-5" fill="currentColor" fillRule="evenodd" aria-hidden="true">
      <path d={d} />
    </svg>
  );
  if (address !== '')
    return (
      <a href={address} rel="me noreferrer" aria-label={name} className="icon-link">
        {icon}
      </a>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-is-valid, jsx-a11y/no-redundant-roles -- without href, <a> is no link by itself
    <a role="link" aria-disabled="true" aria-label={name} className="icon-link">
      {icon}
    </a>
  );
}

const Copyright = () => {
  const { year } = useSite();
  return (
    <p className="flex items-center gap-3 text-sm text-muted">
      <BrandMark className="size-5" />
      <Trans>Copyright {year} | All rights reserved</Trans>
    </p>
  );
};

/** The terms have a page in every school; the others are those that the owner published. */
const useLinks = (): (readonly [path: string, name: string])[] => {
  const { sitePages } = useSite();
  const { t } = useLingui();
  const written = sitePages.filter(({ slug }) => slug !== 'terms');
  return [
    [pathTo('contact'), t`Contact Us`],
    [pathTo('terms'), t`Terms`],
    ...written.map(({ slug, title }) => [writtenPath(slug), title] as const),
  ];
};

const Links = () => (
  <p className="flex flex-wrap justify-center gap-x-6 text-sm text-muted">
    {useLinks().map(([to, name]) => (
      <Link key={to} to={to} className="inline-flex min-h-11 items-center hover:underline">
        {name}
      </Link>
    ))}
  </p>
);

/** A link without an address is marked as disabled. */
export const Footer = () => (
  <footer className="flex min-h-[10vh] items-center border-t border-line py-4">
    <div className="page flex flex-wrap items-center justify-center gap-x-6 gap-y-1 sm:justify-between">
      <Copyright />
      <Links />
      <ul className="flex sm:-me-3">
        {social.map((icon) => (
          <li key={icon.id}>
            <SocialLink {...icon} />
          </li>
        ))}
      </ul>
    </div>
  </footer>
);
