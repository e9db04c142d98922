// Reads packages as Hydro's judge does: node hydro.cjs HYDRO PACKAGE...
// HYDRO is a directory with Hydro's source. NODE_PATH has esbuild and what that source needs.
// CONFIG_FILE is the judge's configuration, such as {}.
const path = require('path');
const { createRequire } = require('module');

const [hydro, ...packages] = process.argv.slice(2);
const load = createRequire(path.join(process.env.NODE_PATH || '.', 'package.json'));
const entry = `
import readCases from './packages/hydrojudge/src/cases';
import { parse } from './packages/hydrojudge/src/testlib';
export { readCases, parse };
`;

async function main() {
    const { outputFiles: [bundle] } = await load('esbuild').build({
        stdin: { contents: entry, resolveDir: hydro, loader: 'ts' },
        bundle: true, write: false, platform: 'node', format: 'cjs', logLevel: 'error',
        nodePaths: [process.env.NODE_PATH],
        alias: {
            '@hydrooj/common': path.join(hydro, 'packages/common'),
            '@hydrooj/utils': path.join(hydro, 'framework/utils'),
        },
    });
    const module = { exports: {} };
    Math.sum = (...xs) => xs.flat().reduce((a, b) => a + b, 0); // as @hydrooj/utils has it
    new Function('module', 'exports', 'require', bundle.text)(module, module.exports, load);
    let failed = 0;
    for (const dir of packages) {
        // Twice: Java's limits are doubled.
        for (const langConfig of [{}, { time_limit_rate: 2 }]) {
            try {
                const config = await module.exports.readCases(
                    path.join(dir, 'testdata'), {}, { lang: 'cc', langConfig });
                if (!config.count) throw new Error('found no cases');
            } catch (e) {
                failed++;
                console.log(`${dir}: ${e.message} ${e.params || ''}`);
            }
        }
    }
    console.log(`${packages.length} packages, ${failed} refused`);
    process.exit(failed ? 1 : 0);
}

main().catch((e) => { console.error(e); process.exit(2); });
