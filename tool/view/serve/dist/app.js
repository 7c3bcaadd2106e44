var e=!1;function t(){if(e)return;e=!0,import("./page.js")}try{new PerformanceObserver(t).observe({type:"paint",buffered:!0})}catch{}setTimeout(t,1e3);
