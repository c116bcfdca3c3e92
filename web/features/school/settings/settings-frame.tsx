import { useQuery } from '@tanstack/react-query';
import {
  CreditCard,
  FileText,
  Gauge,
  GraduationCap,
  History,
  KeyRound,
  LayoutPanelTop,
  ListChecks,
  LogIn,
  Mail,
  MailOpen,
  MessagesSquare,
  PackageOpen,
  Palette,
  ReceiptText,
  School,
  UserX,
  Webhook,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { messages } from '#contract/messages.ts';
import type { AllSettings } from '#contract/school/settings.ts';
import { settingsQuery } from '#web/api/school-queries.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { FormSkeleton, LoadingNote, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { pathTo } from '#web/app/path-to.ts';

const sections = [
  { to: pathTo('settings'), name: 'School', icon: School },
  { to: pathTo('homeSettings'), name: 'Home page', icon: LayoutPanelTop },
  { to: pathTo('lookSettings'), name: 'Look', icon: Palette },
  { to: pathTo('pageSettings'), name: 'Pages', icon: FileText },
  { to: pathTo('emailSettings'), name: 'Email', icon: Mail },
  { to: pathTo('emailTexts'), name: 'Email texts', icon: MailOpen },
  { to: pathTo('paymentSettings'), name: 'Payments', icon: CreditCard },
  { to: pathTo('sellerSettings'), name: 'Seller', icon: ReceiptText },
  { to: pathTo('teachingSettings'), name: 'Teaching', icon: GraduationCap },
  { to: pathTo('communitySettings'), name: 'Community', icon: MessagesSquare },
  { to: pathTo('loginSettings'), name: 'Login', icon: LogIn },
  { to: pathTo('limitSettings'), name: 'Limits', icon: Gauge },
  { to: pathTo('deletionSettings'), name: 'Deletions', icon: UserX },
  { to: pathTo('apiKeySettings'), name: 'API keys', icon: KeyRound },
  { to: pathTo('webhookSettings'), name: 'Webhooks', icon: Webhook },
  { to: pathTo('movingSettings'), name: 'Export', icon: PackageOpen },
  { to: pathTo('auditSettings'), name: 'Audit', icon: History },
  { to: pathTo('firstSteps'), name: 'First steps', icon: ListChecks },
];

/** On phones one row, which scrolls to the current section. */
function Sections() {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <nav
      ref={nav}
      aria-label="Settings"
      className="flex gap-2 max-md:-mx-4 max-md:-my-1 max-md:overflow-x-auto max-md:px-4 max-md:py-1 md:flex-wrap lg:flex-col lg:flex-nowrap"
    >
      {sections.map(({ to, name, icon: Icon }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            `drawer-link rounded-field max-lg:w-auto max-md:shrink-0 ${isActive ? 'nav-current' : ''}`
          }
        >
          <Icon size={20} aria-hidden="true" />
          {name}
        </NavLink>
      ))}
    </nav>
  );
}

interface SettingsFrameProps {
  section: string;
  /** With a column of its own beside the form. */
  isWide?: boolean;
  children: (known: AllSettings) => ReactNode;
}

/** The heading, the list of sections, and one section beside it. */
export function SettingsFrame({ section, isWide = false, children }: SettingsFrameProps) {
  const query = useQuery(settingsQuery());
  return (
    <div className="page py-8 lg:py-10">
      <PageHeading title={`${section} · Settings`}>Settings</PageHeading>
      <div className="mt-7 grid gap-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <Sections />
        <QueryBoundary
          query={query}
          skeleton={
            <div className={isWide ? '' : 'max-w-[44rem]'}>
              <LoadingNote />
              <FormSkeleton />
            </div>
          }
          failure={messages.settings.failure}
        >
          {({ settings }) => <div className={`min-w-0 ${isWide ? '' : 'max-w-[44rem]'}`}>{children(settings)}</div>}
        </QueryBoundary>
      </div>
    </div>
  );
}
