import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Dependencies","description":"","frontmatter":{},"headers":[],"relativePath":"docs/dependencies.md","filePath":"docs/dependencies.md"}');
const _sfc_main = { name: "docs/dependencies.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="dependencies" tabindex="-1">Dependencies <a class="header-anchor" href="#dependencies" aria-label="Permalink to &quot;Dependencies&quot;">​</a></h1><p>What is installed with tracewright beside its peers, and why the small ones are. Licences are <a href="./licences.html">on a page of their own</a>.</p><p>A dependency stays where what it does is no concern of this project, where it is kept up, and where the code that would replace it is more than a screen. It is loaded when it is first needed: the root entry loads none of the four below.</p><table tabindex="0"><thead><tr><th>package</th><th>used for</th><th style="text-align:right;">installed</th><th>kept, because</th></tr></thead><tbody><tr><td><code>simple-ascii-chart</code></td><td>the curve of <code>synth dedupe --sweep</code></td><td style="text-align:right;">440 kB</td><td>Axes with round steps and labels that do not overlap are more than a screen. It has no dependencies. It is the first to go if it is not kept up: the table above the curve says the same.</td></tr><tr><td><code>p-limit</code></td><td>a bound on requests at once to a model</td><td style="text-align:right;">32 kB</td><td>A limit that can be told to stop, and drops what waits, is easy to get wrong; this one is what most of the registry uses. Its one dependency is a queue of 40 lines.</td></tr><tr><td><code>pako</code></td><td>the sizes that the simulator <code>compress_data</code> gives</td><td style="text-align:right;">2.5 MB</td><td>The published sizes are those of stock zlib. Node&#39;s own zlib finds other matches and gives other sizes, so it cannot replace it. Most of it are builds that are never loaded.</td></tr><tr><td><code>@faker-js/faker</code></td><td>names, addresses and words in made-up answers of synthetic tools</td><td style="text-align:right;">3.9 MB</td><td>Its pools of words are what it is for. Pools of our own exist for suites (<code>src/content</code>), and are of another kind: they are fixed, since a suite of a seed must stay as it is. Only the English locale is ever loaded.</td></tr></tbody></table><p>Sizes are of what lies in <code>node_modules</code>, with all builds and types.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/dependencies.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const dependencies = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  dependencies as default
};
