import type { ReactNode } from 'react';
import { Trans } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { useNavigate } from 'react-router';
import { messages } from '#contract/messages.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Book } from '#web/ui/covers/cover.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { useSay } from '#web/ui/language/language.tsx';

/** False when the previous entry is an empty tab or another site. */
const hasPageBefore = (): boolean => 'navigation' in globalThis && navigation.canGoBack;

interface HttpErrorPageProps {
  code: string;
  title: string;
  /** The problem and the advice. */
  children: ReactNode;
}

/** The page for a 403 or 404. */
function HttpErrorPage({ code, title, children }: HttpErrorPageProps) {
  const navigate = useNavigate();
  const heading = useSay()(title);
  const goBack = () => void (hasPageBefore() ? navigate(-1) : navigate(pathTo('home')));
  return (
    <div className="page flex flex-1 flex-col justify-center gap-10 py-16 lg:flex-row lg:items-center lg:justify-start lg:gap-20">
      <div className="w-64 max-w-full shrink-0 max-lg:order-last">
        <div className="flex items-end gap-2 px-6">
          <Book title={title} hidesTitle className="h-40 w-24" />
          <Book title={code} hidesTitle className="h-28 w-20 origin-bottom-right rotate-6" />
        </div>
        <div className="ledge" />
      </div>
      <div>
        <p className="num text-muted font-semibold">{code}</p>
        <PageHeading className="text-page mt-1">{heading}</PageHeading>
        <p className="measure text-muted mt-3 text-lg">{children}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button onClick={goBack}>
            <ArrowLeft size={16} aria-hidden="true" />
            <Trans>Go Back</Trans>
          </Button>
          <LinkButton to={pathTo('courses')} tone="quiet">
            <Trans>See all courses</Trans>
          </LinkButton>
        </div>
      </div>
    </div>
  );
}

export const AccessDenied = () => (
  <HttpErrorPage code="403" title={messages.denied}>
    <Trans>You don’t have permission. If you should, ask an admin.</Trans>
  </HttpErrorPage>
);

export const NotFound = () => (
  <HttpErrorPage code="404" title={messages.notFoundPage}>
    <Trans>This page does not exist. It may have moved, or the link may have a typo.</Trans>
  </HttpErrorPage>
);
