var e=!1;function r(){e||(e=!0,import("./main-2HKYQII3.js"))}try{new PerformanceObserver(r).observe({type:"paint",buffered:!0})}catch{}setTimeout(r,1e3);
