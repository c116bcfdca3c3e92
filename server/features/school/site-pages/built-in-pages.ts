/** A page that every school has, with the text it begins with. `{…}` stands for a value of the school. */
export interface BuiltInPage {
  slug: string;
  title: string;
  body: string;
}

const TERMS = `## Who sells
{seller} sells the courses on this site.

## What you buy
{plans}

All prices include taxes.

## Cancelling
{refund}

## What you may do
- Watch on your own devices, also offline
- Keep your notes after your access ends
- **Not** copy, resell or show lectures in public

## Questions
Write to us: {contact}.`;

const PRIVACY = `## Who is responsible
{seller} runs this site. Write to us: {contact}.

## What we store
- Your name, email address and picture, for your account
- Your purchases and receipts, because tax law requires them
- The lectures you watched and your notes, so that you can continue
- Messages that you send to us

Passwords are stored so that nobody can read them. Card and bank details go to the payment provider and never reach this site.

## What we do not do
We do not sell your data, show advertisements or follow you on other sites. The only cookie recognises devices that you logged in from.

## Your rights
Change your name and picture in your profile. Ask us for a copy of your data, or to delete your account.`;

const REFUND = `## Cancelling
{refund}

Press *Cancel* in your profile. The money goes back the way you paid. Banks usually take 5 to 7 working days to show it.

## Gifts
The buyer of a gift can cancel it until it is redeemed.

## Questions
Write to us: {contact}.`;

const ABOUT = `Affordable and quality online courses for everyone

Every course is made by people who do the work they teach. One bundle opens all of them, at a price students can afford.`;

/** In the order of the footer. */
export const builtInPages: readonly BuiltInPage[] = [
  { slug: 'terms', title: 'Terms', body: TERMS },
  { slug: 'privacy', title: 'Privacy', body: PRIVACY },
  { slug: 'refund', title: 'Refunds', body: REFUND },
  { slug: 'about', title: 'About Us', body: ABOUT },
];

export const builtIn = (slug: string): BuiltInPage | undefined => builtInPages.find((page) => page.slug === slug);
