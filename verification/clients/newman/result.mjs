// Says which assertions of newman's report failed: result.mjs REPORT
import {readFileSync} from 'node:fs';

const run = JSON.parse(readFileSync(process.argv[2], 'utf8')).run;
for (const {source, error} of run.failures) console.log(`${source?.name}: ${error.test ?? ''}: ${error.message}`);
const {total, failed} = run.stats.assertions;
console.log(`${total - failed} of ${total} assertions hold`);
process.exit(run.failures.length ? 1 : 0);
