// What axe-core finds on a page.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Everything that axe-core finds. */
export async function findings(person) {
  await person.page.evaluate(axe);
  const { violations } = await person.page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map((node) => `${node.target} (${node.failureSummary.replaceAll('\n', ' ')})`).join('; ')}`);
}
